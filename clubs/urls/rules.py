from django.urls import path

from clubs.views import rules

urlpatterns = [
    path("c/<slug:club>/settings/rules/", rules.rules_list, name="rules_list"),
    path("c/<slug:club>/settings/rules/new/", rules.rules_new, name="rules_new"),
    path("c/<slug:club>/settings/rules/preview/", rules.rules_preview, name="rules_preview"),
    path("c/<slug:club>/settings/rules/<str:name>/", rules.rules_edit, name="rules_edit"),
]
