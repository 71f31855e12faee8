from django.urls import path

from clubs.views.tables import deals, sittings, tables

urlpatterns = [
    path("c/<slug:club>/tables/", tables.table_list, name="table_list"),
    path("c/<slug:club>/tables/new/", tables.table_new, name="table_new"),
    path("t/<uuid:uuid>/", sittings.sitting_sheet, name="sitting_sheet"),
    path("t/<uuid:uuid>/sheet/", sittings.sitting_poll, name="sitting_poll"),
    path("t/<uuid:uuid>/curve/", sittings.sitting_curve, name="sitting_curve"),
    path("t/<uuid:uuid>/summary/", sittings.sitting_summary, name="sitting_summary"),
    path("t/<uuid:uuid>/log/", sittings.sitting_log, name="sitting_log"),
    path("t/<uuid:uuid>/close/", sittings.sitting_close, name="sitting_close"),
    path("t/<uuid:uuid>/reopen/", sittings.sitting_reopen, name="sitting_reopen"),
    path("t/<uuid:uuid>/rules/", sittings.sitting_rules, name="sitting_rules"),
    path("t/<uuid:uuid>/new/", deals.deal_record, name="deal_record"),
    path("t/<uuid:uuid>/preview/", deals.deal_preview, name="deal_preview"),
    path("t/<uuid:uuid>/<int:number>/", sittings.deal_detail, name="deal_detail"),
    path("t/<uuid:uuid>/<int:number>/edit/", deals.deal_correct, name="deal_correct"),
    path("t/<uuid:uuid>/<int:number>/void/", deals.deal_void, name="deal_void"),
]
