// Offhand for Qt Quick: an item whose touches become gestures, and that knows where an overlay is not under the hand.
//
//     OffhandArea { anchors.fill: parent; onGesture: gesture => { if (gesture.name === "pinch") photo.scale = gesture.scale } }
//
// Lengths are pixels of the item; liboffhand has millimetres.
#pragma once

#include <QElapsedTimer>
#include <QQuickItem>
#include <QTimer>
#include <offhand.h>

/** A gesture as QML reads it. */
class OffhandGesture {
    Q_GADGET
    Q_PROPERTY(QString name MEMBER name)
    Q_PROPERTY(QString state MEMBER state) // "began", "changed", "ended", "cancelled" or "recognized"
    Q_PROPERTY(qreal x MEMBER x)
    Q_PROPERTY(qreal y MEMBER y)
    Q_PROPERTY(qreal dx MEMBER dx)
    Q_PROPERTY(qreal dy MEMBER dy)
    Q_PROPERTY(qreal vx MEMBER vx) // in pixels per second
    Q_PROPERTY(qreal vy MEMBER vy)
    Q_PROPERTY(qreal scale MEMBER scale)
    Q_PROPERTY(qreal rotation MEMBER rotation) // in degrees, clockwise
    Q_PROPERTY(int fingers MEMBER fingers)
    Q_PROPERTY(int taps MEMBER taps)

public:
    QString name, state;
    qreal x = 0, y = 0, dx = 0, dy = 0, vx = 0, vy = 0, scale = 1, rotation = 0;
    int fingers = 0, taps = 0;
};

class OffhandArea : public QQuickItem {
    Q_OBJECT
    /** "standard" if it is empty; see the page For C. Read when the item is complete. */
    Q_PROPERTY(QString pipeline MEMBER pipeline)
    /** What the screen says of itself if it is 0. */
    Q_PROPERTY(qreal pixelsPerMillimetre MEMBER givenScale)

public:
    OffhandArea();
    ~OffhandArea() override { offhand_unref(gestures); }

    /** Where to show the overlay `id`, whose size is this; call it while it is shown, in every gesture. */
    Q_INVOKABLE QRectF place(int id, qreal width, qreal height);
    /** The overlay is no longer shown. */
    Q_INVOKABLE void forget(int id) { offhand_forget(gestures, uint64_t(id)); }

signals:
    void gesture(const OffhandGesture &gesture);

protected:
    void componentComplete() override;
    void geometryChange(const QRectF &geometry, const QRectF &before) override;
    void touchEvent(QTouchEvent *event) override;
    void touchUngrabEvent() override;

private:
    void makeHandle();
    void report();
    qreal scale() const;
    int64_t now() const { return latest + sinceLatest.nsecsElapsed(); }

    QString pipeline;
    qreal givenScale = 0;
    offhand *gestures = nullptr;
    QTimer timer;
    /** The time of the latest event, whose clock the platform chooses, and what has passed since. */
    int64_t latest = 0;
    QElapsedTimer sinceLatest;
};
