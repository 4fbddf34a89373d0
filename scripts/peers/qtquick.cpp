/*
 * Qt Quick's input handlers on a workload: qtquick WORKLOAD.csv PASSES
 *
 * An item with a tap, a drag and a pinch handler, in a window without a screen; touch frames are handed in as QTest does it, by
 * the way that platform plugins take. Prints nanoseconds a frame of the best pass. What of it is the way through Qt's event
 * delivery is a part of what a program pays for its gestures.
 */
#include <QGuiApplication>
#include <QHash>
#include <QLoggingCategory>
#include <QPointingDevice>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QSet>
#include <QtTest/qtesttouch.h>

#include "workload.h"

/* QTest sleeps for a millisecond before every touch. The linker prefers this one, which does not: nothing else here sleeps. */
extern "C" int nanosleep(const struct timespec *, struct timespec *) { return 0; }

static const char scene[] = R"(
import QtQuick
Item {
  property int taps: 0
  property int pinches: 0
  property int drags: 0
  width: 1920; height: 1080
  TapHandler { onTapped: parent.taps += 1 }
  DragHandler { target: null; onActiveChanged: if (active) parent.drags += 1 }
  PinchHandler { target: null; onActiveChanged: if (active) parent.pinches += 1 }
}
)";

static double pass(const workload &workload, QQuickView &view, QPointingDevice *device) {
  const double start = now_ns();
  int at = 0;
  QSet<int> down;
  QHash<int, int> numbers;
  while (at < workload.count) {
    const int frame = workload.samples[at].frame;
    auto sequence = QTest::touchEvent(&view, device, false);
    QSet<int> silent = down;
    for (; at < workload.count && workload.samples[at].frame == frame; at++) {
      const sample &sample = workload.samples[at];
      const QPoint place(int(sample.x), int(sample.y));
      /* Numbered as touch screens do, with the lowest number that is free: of one that does not come again a handler may keep a
         point for ever, hear no more taps, and warn of it with every event, which takes as long as the gestures. */
      if (sample.type == 'd') {
        int free = 1;
        while (down.contains(free))
          free++;
        numbers[sample.id] = free;
      }
      const int id = numbers[sample.id];
      silent.remove(id);
      if (sample.type == 'u')
        down.remove(id);
      else
        down.insert(id);
      if (sample.type == 'd')
        sequence.press(id, place, &view);
      else if (sample.type == 'u')
        sequence.release(id, place, &view);
      else
        sequence.move(id, place, &view);
    }
    for (const int id : silent)
      sequence.stationary(id);
    sequence.commit(false);
  }
  return (now_ns() - start) / workload.frames;
}

int main(int count, char **arguments) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_QUICK_BACKEND", "software");
  // Else touches are held back until the next frame is drawn, and drawing would be timed.
  qputenv("QML_NO_TOUCH_COMPRESSION", "1");
  QLoggingCategory::setFilterRules("qt.quick.touch.target=false");
  QGuiApplication application(count, arguments);
  if (count != 3) {
    fprintf(stderr, "usage: qtquick WORKLOAD.csv PASSES\n");
    return 64;
  }
  const workload workload = workload_read(arguments[1]);
  const int passes = atoi(arguments[2]);
  QQuickView view;
  QQmlComponent component(view.engine());
  component.setData(scene, QUrl());
  auto *root = qobject_cast<QQuickItem *>(component.create());
  if (!root) {
    fprintf(stderr, "%s\n", qPrintable(component.errorString()));
    return 1;
  }
  view.setContent(QUrl(), &component, root);
  view.resize(1920, 1080);
  view.show();
  QCoreApplication::processEvents();
  QPointingDevice *device = QTest::createTouchDevice();
  double best = 1e18;
  for (int i = 0; i < passes + 3; i++) {
    const double time = pass(workload, view, device);
    QCoreApplication::processEvents();
    if (i >= 3 && time < best)
      best = time;
  }
  fprintf(
    stderr, "%d taps, %d drags, %d pinches\n", root->property("taps").toInt(), root->property("drags").toInt(),
    root->property("pinches").toInt());
  printf("%.3f\n", best);
  return 0;
}
