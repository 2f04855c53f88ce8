import { Link } from '@tanstack/react-router'
import { Check, PackageCheck, Pencil, UserCheck, X } from 'lucide-react'
import { type Mark, markWord, toldWords } from '#features/attendance/rules.ts'
import { Offers } from '#features/schedule/offers/Offers.tsx'
import { AddStudent } from '#features/schedule/places/AddStudent.tsx'
import { clock, type Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import type { ClassEntry, Scheduled } from './api.ts'
import { badgeWords, taughtBy } from './rules.ts'
import style from './ClassCard.module.css'

type ClassCardProps = {
  centerId: string
  on: Day
  entry: ClassEntry
  /** Opens what is true of this day alone. */
  onChange: () => void
}

/** A class on a day: who teaches it and when, its seats, everyone expected with badge, break and mark, and what is true of this day alone. */
export function ClassCard({ centerId, on, entry, onChange }: ClassCardProps) {
  const { id, name, students, notes, note, cancelled, assistants } = entry
  return (
    <article className={style.card} aria-labelledby={`class-${id}`} data-cancelled={cancelled ? true : undefined}>
      <Head entry={entry} />
      {cancelled && (
        <p className={style.cancelled}>
          <strong>Cancelled:</strong> {plain(cancelled.reason)}
        </p>
      )}
      {students.length === 0 ? (
        <p className={style.nobody}>Nobody is expected.</p>
      ) : (
        <ul className={style.roster} aria-label={`Students in ${plain(name)}`}>
          {students.map((student) => (
            <StudentLine key={student._id} student={student} />
          ))}
        </ul>
      )}
      {assistants.length > 0 && (
        <p className={style.notes}>TA {assistants.map(({ firstName, lastName }) => plain(`${firstName} ${lastName}`.trim())).join(', ')}</p>
      )}
      {note && <p className={style.notes}>This day: {plain(note)}</p>}
      {notes && <p className={style.notes}>Note: {plain(notes)}</p>}
      <Offers centerId={centerId} classId={id} />
      <footer className={style.deeds}>
        {!cancelled && (
          <Link
            to="/centers/$centerId/attendance/$classId"
            params={{ centerId, classId: id }}
            search={{ on }}
            className={style.take}
            aria-label={`Take attendance of ${plain(name)}`}
          >
            <UserCheck size={16} aria-hidden /> Take attendance
          </Link>
        )}
        {!cancelled && <AddStudent centerId={centerId} klass={{ id, name, on }} className={style.change} />}
        <button type="button" className={style.change} onClick={onChange} aria-label={`Change ${plain(name)} on this day`}>
          <Pencil size={16} aria-hidden /> This day
        </button>
      </footer>
    </article>
  )
}

function Head({ entry }: { entry: ClassEntry }) {
  const { id, name, subject, time, endTime, teacher, substitute, seats, maxSize, cancelled } = entry
  const fill = seats > maxSize ? 'too full' : seats === maxSize ? 'full' : undefined
  return (
    <header className={style.head}>
      <h3 id={`class-${id}`}>{plain(name)}</h3>
      {!cancelled && (
        <span className={style.seats} data-fill={fill} title="Seats used of all seats" data-figures>
          {`${seats}/${maxSize}`}
          {fill && <small> {fill}</small>}
        </span>
      )}
      <p>
        <span className={style.subject}>{subject} · </span>
        {plain(taughtBy(entry) ?? 'No teacher')}
        {!substitute && teacher?.type === 'substitute' && ' (substitute)'} ·{' '}
        <time>
          {clock(time)}–{clock(endTime)}
        </time>
      </p>
    </header>
  )
}

function StudentLine({ student }: { student: Scheduled }) {
  const { firstName, lastName, badge, onBreak, mark, arrivedAt, told } = student
  return (
    <li className={style.student} data-break={onBreak || undefined}>
      <span className={style.name}>{plain(`${firstName} ${lastName}`.trim())}</span>
      {badge && (
        <abbr className={style.badge} title={badgeWords[badge]}>
          {badge}
        </abbr>
      )}
      {onBreak && <span className={style.state}>on break</span>}
      {mark && <Taken mark={mark} arrivedAt={arrivedAt} />}
      {told && <span className={style.told}>{toldWords(told)}</span>}
    </li>
  )
}

const icons = { present: Check, absent: X, pickup: PackageCheck }

function Taken({ mark, arrivedAt }: { mark: Mark; arrivedAt: string | null }) {
  const Icon = icons[mark]
  const word = markWord({ mark, arrivedAt })
  return (
    <span className={style.state} data-mark={mark} title={word}>
      <Icon size={16} aria-hidden />
      <span className={style.word}>{word}</span>
    </span>
  )
}
