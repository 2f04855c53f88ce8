import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Field } from '#ui/Field.tsx'
import type { TrialSeatKey, TrialSeat } from './api.ts'

/** Value of a choice: a seat, `none` if no time fits, or empty before anything is chosen. */
export type SeatChoice = string

const none = 'none'
const valueOf = ({ classId, on }: TrialSeatKey): SeatChoice => `${classId} ${on}`

export const seatWords = ({ className, on, time, endTime }: TrialSeat) =>
  t('{on}, {time} to {endTime}, {className}', {
    on: dayInWords(on),
    time: clock(time),
    endTime: clock(endTime),
    className,
  })

/** Returns the chosen seat; null if no time fits or nothing has been chosen. */
export function seatOf(choice: SeatChoice): TrialSeatKey | null {
  const [classId = '', on] = choice.split(' ')
  return on === undefined ? null : { classId, on }
}

type SeatFieldProps = {
  /** Free seats in the requested subject. */
  seats: readonly TrialSeat[]
  value: SeatChoice
  hint?: string
  onChange: (choice: SeatChoice) => void
}

/**
 * Field for choosing a free seat, or no seat if the family would rather be contacted. A chosen seat that is
 * gone is shown as no choice.
 */
export function SeatField({ seats, value, hint, onChange }: SeatFieldProps) {
  const isThere = value === none || seats.some((seat) => valueOf(seat) === value)
  return (
    <Field label={t('Day and time')} hint={hint}>
      {(wiring) => (
        <select {...wiring} value={isThere ? value : ''} onChange={({ target }) => onChange(target.value)}>
          <option value="">{t('Choose…')}</option>
          {seats.map((seat) => (
            <option key={valueOf(seat)} value={valueOf(seat)}>
              {dayInWords(seat.on)}, {clock(seat.time)}, {seat.className}
            </option>
          ))}
          <option value={none}>{t('None of these times work. Please contact me.')}</option>
        </select>
      )}
    </Field>
  )
}
