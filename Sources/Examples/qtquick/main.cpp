#include "OffhandArea.h"

#include <QGuiApplication>
#include <QQuickView>

int main(int argc, char **argv)
{
    QGuiApplication application(argc, argv);
    qmlRegisterType<OffhandArea>("Offhand", 1, 0, "OffhandArea");
    QQuickView view(QUrl::fromLocalFile(argc > 1 ? argv[1] : "Photo.qml"));
    view.setResizeMode(QQuickView::SizeRootObjectToView);
    view.show();
    return application.exec();
}
