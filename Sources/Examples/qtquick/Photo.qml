import QtQuick
import Offhand

Rectangle {
    id: page
    width: 1280; height: 800; color: "#20242c"
    property real zoom: 1
    property int taps: 0

    Rectangle {
        id: photo
        width: 320; height: 220; radius: 6; color: "#c9a45c"; anchors.centerIn: parent
    }

    OffhandArea {
        id: area
        anchors.fill: parent
        pixelsPerMillimetre: 6
        onGesture: gesture => {
            if (gesture.name === "tap" && gesture.state === "recognized") page.taps += 1
            if (gesture.name !== "pinch") return
            photo.scale = page.zoom * gesture.scale
            if (gesture.state === "ended") page.zoom = photo.scale
            label.visible = gesture.state === "began" || gesture.state === "changed"
            if (!label.visible) return area.forget(1)
            const rect = area.place(1, label.width, label.height)
            label.x = rect.x
            label.y = rect.y
        }
    }

    // The zoom level, beside the hand.
    Rectangle {
        id: label
        objectName: "label"
        visible: false; width: 120; height: 52; radius: 8; color: "#f4f1ea"
        Text { anchors.centerIn: parent; font.pixelSize: 24; text: Math.round(photo.scale * 100) + " %" }
    }
}
