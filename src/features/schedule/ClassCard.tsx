import { Link } from '@tanstack/react-router'
import { Check, PackageCheck, UserCheck, X } from 'lucide-react'
import { type Mark, markWord } from '#features/attendance/rules.ts'
import { clock, type Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import type { ClassEntry, Scheduled } from './api.ts'
import { badgeWords } from './rules.ts'
import style from './ClassCard.module.css'

type ClassCardProps = { centerId: string; on: Day; entry: ClassEntry }

/** A class on a day: who teaches it and when, its seats, and everyone expected with badge, break and mark. */
export function ClassCard({ centerId, on, entry }: ClassCardProps) {
  const { id, name, subject, time, endTime, teacher, seats, maxSize, students, notes } = entry
  const fill = seats > maxSize ? 'too full' : seats === maxSize ? 'full' : undefined
  return (
    <article className={style.card} aria-labelledby={`class-${id}`}>
      <header className={style.head}>
        <h3 id={`class-${id}`}>{plain(name)}</h3>
        <span className={style.seats} data-fill={fill} title="Seats used of all seats" data-figures>
          {`${seats}/${maxSize}`}
          {fill && <small> {fill}</small>}
        </span>
        <p>
          <span className={style.subject}>{subject} · </span>
          {teacher ? plain(`${teacher.firstName} ${teacher.lastName}`.trim()) : 'No teacher'}
          {teacher?.type === 'substitute' && ' (substitute)'} ·{' '}
          <time>
            {clock(time)}–{clock(endTime)}
          </time>
        </p>
      </header>
      {students.length === 0 ? (
        <p className={style.nobody}>Nobody is expected.</p>
      ) : (
        <ul className={style.roster} aria-label={`Students in ${plain(name)}`}>
          {students.map((student) => (
            <StudentLine key={student._id} student={student} />
          ))}
        </ul>
      )}
      {notes && <p className={style.notes}>Note: {plain(notes)}</p>}
      <Link
        to="/centers/$centerId/attendance/$classId"
        params={{ centerId, classId: id }}
        search={{ on }}
        className={style.take}
        aria-label={`Take attendance of ${plain(name)}`}
      >
        <UserCheck size={16} aria-hidden /> Take attendance
      </Link>
    </article>
  )
}

function StudentLine({ student }: { student: Scheduled }) {
  const { firstName, lastName, badge, onBreak, mark, arrivedAt } = student
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
