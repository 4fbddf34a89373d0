// Touches Photo.qml as QTest touches a window, and says what became of it.
#include "OffhandArea.h"

#include <QGuiApplication>
#include <QPointingDevice>
#include <QQuickView>
#include <QtTest/qtesttouch.h>
#include <cstdio>

static QQuickView *view;
static QPointingDevice *screen;

static void pinch(QPointF middle, bool isCancelled)
{
    for (int step = 0; step <= 20; step++) {
        const QPointF reach(60 + 6 * step, 4 * step);
        auto touches = QTest::touchEvent(view, screen, false);
        const QPoint first = (middle - reach).toPoint(), second = (middle + reach).toPoint();
        if (step == 0)
            touches.press(1, first).press(2, second);
        else if (step == 20 && !isCancelled)
            touches.release(1, first).release(2, second);
        else
            touches.move(1, first).move(2, second);
        touches.commit();
        const QQuickItem *label = view->rootObject()->findChild<QQuickItem *>("label");
        if (step == 19)
            printf("%s label at %.0f %.0f of %.0f\n", label->isVisible() ? "shown" : "no", label->x(), label->y(), middle.x());
    }
    if (isCancelled) {
        QTouchEvent cancel(QEvent::TouchCancel, screen);
        QCoreApplication::sendEvent(view, &cancel);
        QCoreApplication::processEvents();
    }
    const QQuickItem *root = view->rootObject();
    printf("zoom %.2f taps %d label %d\n", root->property("zoom").toReal(), root->property("taps").toInt(),
        root->findChild<QQuickItem *>("label")->isVisible());
}

int main(int argc, char **argv)
{
    QGuiApplication application(argc, argv);
    qmlRegisterType<OffhandArea>("Offhand", 1, 0, "OffhandArea");
    screen = QTest::createTouchDevice();
    QQuickView window(QUrl::fromLocalFile(argv[argc - 1]));
    view = &window;
    window.show();
    QCoreApplication::processEvents();
    if (!window.rootObject())
        return 1;
    pinch({640, 400}, false);
    QTest::touchEvent(view, screen).press(1, QPoint(300, 300));
    QTest::touchEvent(view, screen).release(1, QPoint(300, 300));
    pinch({500, 300}, true);
    return 0;
}
