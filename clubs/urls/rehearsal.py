from django.urls import path

from clubs.views import rehearsal

urlpatterns = [
    path("c/<slug:club>/tournaments/practice/", rehearsal.practice_new, name="practice_new"),
    path("g/<uuid:event>/practice/", rehearsal.practice_step, name="practice_step"),
]
