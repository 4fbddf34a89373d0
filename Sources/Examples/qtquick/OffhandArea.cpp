#include "OffhandArea.h"

#include <QScreen>
#include <QQuickWindow>
#include <QtMath>

OffhandArea::OffhandArea()
{
    setAcceptTouchEvents(true);
    timer.setSingleShot(true);
    timer.setTimerType(Qt::PreciseTimer);
    connect(&timer, &QTimer::timeout, this, [this] {
        offhand_advance(gestures, now());
        report();
    });
}

qreal OffhandArea::scale() const
{
    if (givenScale > 0)
        return givenScale;
    const QScreen *screen = window() ? window()->screen() : nullptr;
    return screen && screen->physicalDotsPerInch() > 0 ? screen->physicalDotsPerInch() / 25.4 : 4;
}

void OffhandArea::componentComplete()
{
    QQuickItem::componentComplete();
    makeHandle();
}

void OffhandArea::geometryChange(const QRectF &geometry, const QRectF &before)
{
    QQuickItem::geometryChange(geometry, before);
    makeHandle();
}

/** Makes the handle as soon as the item has a size, which is then the panel; later it only follows the size. */
void OffhandArea::makeHandle()
{
    const offhand_rect panel = {0, 0, width() / scale(), height() / scale()};
    if (!isComponentComplete() || panel.width <= 0 || panel.height <= 0)
        return;
    if (gestures) {
        offhand_set_outputs(gestures, &panel, 1);
        return;
    }
    const QByteArray name = pipeline.toUtf8();
    offhand_options options = {};
    options.size = sizeof options;
    options.pipeline = name.isEmpty() ? nullptr : name.constData();
    options.outputs = &panel;
    options.output_count = 1;
    options.flags = OFFHAND_INFER_HAND;
    char error[200];
    gestures = offhand_new(&options, error, sizeof error);
    if (!gestures)
        qWarning("OffhandArea: %s", error);
}

void OffhandArea::touchEvent(QTouchEvent *event)
{
    if (!gestures)
        return event->ignore();
    // Stamps of Wayland are milliseconds in 32 bits.
    latest = offhand_unwrap_ms(latest, uint32_t(event->timestamp()));
    sinceLatest.start();
    const uint32_t device = uint32_t(event->device()->systemId());
    if (event->type() == QEvent::TouchCancel)
        offhand_cancel_device(gestures, device, latest);
    for (const QEventPoint &point : event->points()) {
        const QPointF place = point.position() / scale();
        if (point.state() == QEventPoint::Pressed)
            offhand_down(gestures, device, point.id(), latest, place.x(), place.y());
        else if (point.state() == QEventPoint::Released)
            offhand_up(gestures, device, point.id(), latest);
        else if (point.state() == QEventPoint::Updated)
            offhand_motion(gestures, device, point.id(), latest, place.x(), place.y());
    }
    offhand_frame(gestures);
    event->accept();
    report();
}

/** Another item took the touches. */
void OffhandArea::touchUngrabEvent()
{
    offhand_cancel(gestures, now());
    report();
}

void OffhandArea::report()
{
    while (const offhand_event *event = offhand_next(gestures)) {
        OffhandGesture gesture;
        gesture.name = QString::fromUtf8(event->name);
        gesture.state = QString::fromUtf8(offhand_state_name(event->state));
        gesture.x = event->x * scale();
        gesture.y = event->y * scale();
        gesture.dx = event->dx * scale();
        gesture.dy = event->dy * scale();
        gesture.vx = event->vx * scale();
        gesture.vy = event->vy * scale();
        gesture.scale = event->scale;
        gesture.rotation = qRadiansToDegrees(event->rotation);
        gesture.fingers = int(event->fingers);
        gesture.taps = int(event->taps);
        emit this->gesture(gesture);
    }
    int64_t deadline;
    if (offhand_deadline(gestures, &deadline))
        timer.start(int(qBound(qint64(0), qint64(deadline - now() + 999'999) / 1'000'000, qint64(10'000))));
    else
        timer.stop();
}

QRectF OffhandArea::place(int id, qreal width, qreal height)
{
    offhand_request request = {};
    request.size = sizeof request;
    request.id = uint64_t(id);
    request.width = width / scale();
    request.height = height / scale();
    const offhand_placement *placement = offhand_place(gestures, &request);
    if (!placement)
        return {};
    const offhand_rect &rect = placement->rect;
    return {rect.x * scale(), rect.y * scale(), rect.width * scale(), rect.height * scale()};
}
