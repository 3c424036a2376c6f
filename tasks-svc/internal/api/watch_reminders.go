package api

import (
	"time"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
)

// WatchReminders streams reminders as they become due, after a message without one.
func (s *ReminderServer) WatchReminders(
	req *tasksv1.WatchRemindersRequest, stream tasksv1.ReminderService_WatchRemindersServer,
) error {
	channel, err := channelOf(stream.Context(), req.GetChannel(), req.GetUserId())
	if err != nil {
		return err
	}
	err = s.reminders.Watch(stream.Context(), channel,
		func() error { return stream.Send(&tasksv1.WatchRemindersResponse{}) },
		func(due reminders.Reminder) error {
			return stream.Send(&tasksv1.WatchRemindersResponse{Reminder: reminderMessage(due)})
		})
	return reminderRefusal(err)
}

func reminderMessage(r reminders.Reminder) *tasksv1.Reminder {
	return &tasksv1.Reminder{
		Id:                  r.String(),
		UserId:              r.UserID,
		TaskId:              r.TaskID,
		Title:               r.Title,
		LinkedPrayer:        unlessZero(r.LinkedPrayer),
		PrayerOffsetMinutes: unlessZero(r.PrayerOffset),
		RemindAt:            timestamp(r.At, time.UTC),
		Attempt:             r.Attempt,
	}
}
