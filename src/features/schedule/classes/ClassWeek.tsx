import { Link } from '@tanstack/react-router'
import { dayWords } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { clock } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { pluralOf } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import type { Class } from './api.ts'
import style from './Classes.module.css'
import { ClassNews } from './ClassNews.tsx'

type ClassWeekProps = { centerId: string; entries: readonly Class[]; today: Day }

/** Week view of classes: one column per weekday, with a card for each class in the given order. */
export function ClassWeek({ entries, ...rest }: ClassWeekProps) {
  return (
    <div className={`${style.week} grid gap-2`}>
      {dayWords.map((word, day) => {
        const ofDay = entries.filter((entry) => entry.day === day)
        return (
          <section
            key={word}
            className={`${style.day} stack gap-2 shrinks`}
            aria-label={t(word)}
            data-empty={ofDay.length === 0 || undefined}
          >
            <h2>{t(word)}</h2>
            {ofDay.length === 0 && <p className="quiet">{t('No classes')}</p>}
            <ul>
              {ofDay.map((entry) => (
                <Card key={entry.id} entry={entry} {...rest} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Card({ centerId, entry, today }: { entry: Class } & Omit<ClassWeekProps, 'entries'>) {
  const { id, name, subject, time, endTime, teacher, stuCount, maxSize, waitlist } = entry
  return (
    <li className={`${style.card} card stack top pad-2 breakable`}>
      <span className="quiet">
        <time>{clock(time)}</time>–<time>{clock(endTime)}</time>
      </span>
      <Link
        to="/centers/$centerId/classes/$classId"
        params={{ centerId, classId: id }}
        className={`${style.name} bold target`}
      >
        {name}
      </Link>
      <span>
        {/* Omitted if the name, such as 'Math 4', already contains the subject. */}
        {!name.includes(subject) && `${t(subject)} · `}
        {teacher ? fullName(teacher) : t('No teacher')}
      </span>
      <span className={`${style.seats} row middle gap-2 wide`} data-figures>
        <span className={style.track} aria-hidden>
          <span style={{ width: `${Math.min(100, (100 * stuCount) / maxSize)}%` }} />
        </span>
        {stuCount}/{maxSize}
        <span className="visually-hidden"> {pluralOf('seat')}</span>
        {waitlist > 0 && <abbr title={t('On the waitlist')}>{t('WL {waitlist}', { waitlist })}</abbr>}
      </span>
      <ClassNews entry={entry} today={today} />
    </li>
  )
}
