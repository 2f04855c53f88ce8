import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { useEdit } from '#web/use-edit.ts'
import { type Place, places, type PlaceOfStudent } from './api.ts'
import { useFirstClass } from './EnrollSheet.tsx'
import { Alternatives } from './Alternatives.tsx'
import { placeFacts } from './refusals.ts'
import { usePlaceSend } from './use-place-send.ts'

type SeatSheetProps = { centerId: string; place: PlaceOfStudent; onClose: () => void }

/** Sheet that gives a student on the waitlist a seat, starting on a chosen day. */
export function SeatSheet({ centerId, place, onClose }: SeatSheetProps) {
  const [startDate, setStartDate] = useState('')
  const { firstClass, onFirstClass } = useFirstClass(centerId, place.studentId)
  const [overReason, setOverReason] = useState('')
  const { base, fail, differences } = useEdit<Place, object>(place, {
    draftOf: () => ({}),
    words: null,
    facts: placeFacts,
  })
  const { send, busy, error } = usePlaceSend(places.change, {
    message: (after) =>
      t('Enrolled in {className} starting {day}.', {
        className: place.className,
        day: dayInWords(after.startDate),
      }),
    onDone: onClose,
    onError: fail,
  })
  const give = (day: Day) =>
    send({
      centerId,
      placeId: place._id,
      type: 'regular',
      startDate: day,
      firstClass,
      overReason: overReason.trim() || undefined,
      ifMatch: base.version,
    })
  return (
    <EditSheet
      title={t('A seat in {className}', { className: place.className })}
      save={t('Enroll')}
      busy={busy}
      error={error}
      differences={differences}
      onSave={() => give(startDate)}
      onClose={onClose}
    >
      <DayField
        label={t('From')}
        hint={t('Until then, the student stays on the waitlist.')}
        value={startDate}
        onChange={setStartDate}
        data-autofocus
      />
      <Checkbox
        label={t('First class for a new student')}
        checked={firstClass}
        onChange={({ currentTarget }) => onFirstClass(currentTarget.checked)}
      />
      <Alternatives
        error={error}
        overReason={overReason}
        onOverReason={setOverReason}
        onDay={(day) => {
          setStartDate(day)
          give(day)
        }}
      />
    </EditSheet>
  )
}
