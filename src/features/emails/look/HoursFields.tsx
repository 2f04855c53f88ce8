import { timesOf, weekdays } from '#shared/opening-hours.ts'
import { t } from '#shared/language.ts'
import style from './Look.module.css'

const usual = '15:00-20:00'
const order = [1, 2, 3, 4, 5, 6, 0]

type HoursProps = { hours: readonly string[]; onChange: (hours: string[]) => void }

/** Opening hours, Monday first: each day is closed or has an opening and a closing time. */
export function HoursFields({ hours, onChange }: HoursProps) {
  // A newly opened day starts with the hours of the last open day before it in the list.
  const before = (day: number) =>
    order
      .slice(0, order.indexOf(day))
      .map((each) => hours[each])
      .findLast(Boolean) ?? usual
  const set = (day: number, text: string) => onChange(hours.map((each, at) => (at === day ? text : each)))
  return (
    <fieldset className={`${style.hours} stack gap-2`}>
      <legend className="bold">{t('Opening hours')}</legend>
      {order.map((day) => (
        <DayHours
          key={day}
          name={t(weekdays[day] ?? '')}
          hours={hours[day] ?? ''}
          usual={before(day)}
          onChange={(text) => set(day, text)}
        />
      ))}
    </fieldset>
  )
}

type DayProps = { name: string; hours: string; usual: string; onChange: (hours: string) => void }

function DayHours({ name, hours, usual: opened, onChange }: DayProps) {
  const times = timesOf(hours)
  return (
    <div className={`${style.day} cluster middle gap-2`}>
      <label className="inline-row middle gap-2 target">
        <input
          type="checkbox"
          checked={times !== null}
          onChange={({ target }) => onChange(target.checked ? opened : '')}
        />
        {name}
      </label>
      {times ? (
        <span className={`${style.times} row middle gap-2`}>
          <input
            type="time"
            required
            aria-label={t('{name}, from', { name })}
            value={times.from}
            onChange={({ target }) => onChange(`${target.value}-${times.to}`)}
          />
          –
          <input
            type="time"
            required
            aria-label={t('{name}, to', { name })}
            value={times.to}
            onChange={({ target }) => onChange(`${times.from}-${target.value}`)}
          />
        </span>
      ) : (
        <span className="quiet">{t('Closed')}</span>
      )}
    </div>
  )
}
