"""Of one table: t/<uuid:uuid>/."""

from django.urls import path

from clubs.views.people import links
from clubs.views.tables import (
    bids,
    bulk,
    corrections,
    deal_entry,
    guests,
    history,
    house_rules,
    live,
    naming,
    paper,
    private_tables,
    seats,
    sittings,
)
from clubs.views.tournaments.rounds import slips

urlpatterns = [
    path("", sittings.sitting_sheet, name="sitting_sheet"),
    path("sheet/", sittings.sitting_poll, name="sitting_poll"),
    path("curve/", sittings.sitting_curve, name="sitting_curve"),
    path("summary/", sittings.sitting_summary, name="sitting_summary"),
    path("summary.png", paper.sitting_picture, name="sitting_picture"),
    path("log/", sittings.sitting_log, name="sitting_log"),
    path("close/", sittings.sitting_close, name="sitting_close"),
    path("reopen/", sittings.sitting_reopen, name="sitting_reopen"),
    path("name/", naming.sitting_name, name="sitting_name"),
    path("rules/house/", house_rules.table_rules_new, name="table_rules_new"),
    path("rules/preview/", house_rules.table_rules_preview, name="table_rules_preview"),
    path("rules/house/<str:name>/", house_rules.table_rules_edit, name="table_rules_edit"),
    path("rules/", sittings.sitting_rules, name="sitting_rules"),
    path("new/", deal_entry.deal_record, name="deal_record"),
    path("new/bid/", bids.deal_bid, name="deal_bid"),
    path("preview/", deal_entry.deal_preview, name="deal_preview"),
    path("<int:number>/", sittings.deal_detail, name="deal_detail"),
    path("<int:number>/edit/", corrections.deal_correct, name="deal_correct"),
    path("<int:number>/void/", history.deal_void, name="deal_void"),
    path("seats/", seats.sitting_seats, name="sitting_seats"),
    path("scores/", deal_entry.deal_scores, name="deal_scores"),
    path("<int:number>/restore/<int:version>/", history.deal_restore, name="deal_restore"),
    path("bulk/", bulk.sitting_bulk, name="sitting_bulk"),
    path("bulk/preview/", bulk.bulk_preview, name="bulk_preview"),
    path("bulk/paste/", bulk.bulk_paste, name="bulk_paste"),
    path("invite/", links.sitting_invite, name="sitting_invite"),
    path("player/", guests.guest_player, name="guest_player"),
    path("again/", private_tables.table_again, name="table_again"),
    path("take/", private_tables.table_take_over, name="table_take_over"),
    path("live/", live.sitting_live, name="sitting_live"),
    path("live/board/", live.sitting_live_poll, name="sitting_live_poll"),
    path("new/watch/", live.deal_watch, name="deal_watch"),
    path("print/", paper.sitting_print, name="sitting_print"),
    path("slip/", slips.slip_show, name="slip_show"),
    path("slip/live/", slips.slip_poll, name="slip_poll"),
]
