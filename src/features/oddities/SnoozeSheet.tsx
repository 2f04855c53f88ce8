import { addDays } from '#shared/calendar.ts'
import { dateInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t, translateSentence } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useEdit } from '#web/use-edit.ts'
import { oddities, type Oddity, type Snooze } from './api.ts'
import { useOdditiesChange } from './use-oddities-change.ts'

type SnoozeSheetProps = { centerId: string; oddity: Oddity; today: Day; onClose: () => void }

const weekLater = 7

/** Sheet for snoozing an oddity until a given day, with a reason that colleagues can read. */
export function SnoozeSheet({ centerId, oddity, today, onClose }: SnoozeSheetProps) {
  const { key, version, snoozedUntil = addDays(today, weekLater), snoozedFor = '' } = oddity
  const snoozed: Snooze = { key, version, until: snoozedUntil, reason: snoozedFor }
  const { draft, set, base, error, fail, differences } = useEdit(snoozed, {
    draftOf: ({ until, reason }) => ({ until, reason: reason }),
    words: { until: [t('Until'), dateInWords], reason: t('Reason') },
  })
  const changed = useOdditiesChange()
  const snooze = useSend(oddities.snooze, {
    onSuccess: (after) => {
      toast(t('Snoozed until {day}.', { day: dateInWords(after.until) }))
      void changed()
      onClose()
    },
    onError: fail,
  })
  return (
    <EditSheet
      title={t('Snooze')}
      save={t('Snooze')}
      busy={snooze.isPending}
      error={error}
      differences={differences}
      onSave={() => snooze.mutate({ centerId, key, ...draft, ifMatch: base.version })}
      onClose={onClose}
    >
      <p>{translateSentence(oddity.text)}</p>
      <DayField
        label={t('Until')}
        hint={t('It comes back on this day unless it’s fixed by then.')}
        min={addDays(today, 1)}
        value={draft.until}
        onChange={(until) => set({ until })}
      />
      <TextField
        label={t('Reason')}
        value={draft.reason}
        onChange={(reason) => set({ reason })}
        maxLength={200}
        data-autofocus
      />
    </EditSheet>
  )
}
