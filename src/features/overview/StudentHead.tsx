import { studentWork } from '#features/practice/api.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChartNoAxesColumnIncreasing, Pencil, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { TwelveWeeks } from '#features/attendance/history/AttendancePart.tsx'
import { byUrgency, isOpen } from '#features/practice/rules.ts'
import { NextClass } from '#features/schedule/coming/ComingPart.tsx'
import { dateInWords, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { factLine } from '#shared/text.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'
import { PhoneLink } from '#ui/PhoneLink.tsx'
import { WordState } from '#ui/WordState.tsx'
import { read } from '#web/api.ts'
import type { Parent, StudentProfile } from '#features/students/api.ts'
import { Levels, MissingLevels } from '#features/students/Levels.tsx'
import { statusWords } from '#features/students/rules.ts'
import style from '#features/students/Students.module.css'

type StudentHeadProps = {
  centerId: string
  student: StudentProfile
  name: string
  today: Day
  onChange: () => void
  onLevels: () => void
  onAssign: () => void
}

/**
 * Header of a student: name, parents to call, level per subject, next class, open work, and attendance in the
 * last twelve weeks.
 */
export function StudentHead({
  centerId,
  student,
  name,
  today,
  onChange,
  onLevels,
  onAssign,
}: StudentHeadProps) {
  const { _id: studentId, info, center } = student
  const { grade, status, programs, nextInvoice } = center
  const facts = [
    t('Number {number}', { number: center.studentNum }),
    grade && t('Grade {grade}', { grade }),
    t(statusWords[status]),
  ]
  return (
    <header className={`${style.box} card`}>
      <div className={`${style.head} cluster middle pad-4`}>
        <Avatar name={info.avatar} label={name} size={64} decorative />
        <div className={style.who}>
          <h1>{name}</h1>
          <p className="quiet" data-figures>
            {factLine([...facts, nextInvoice && t('Next invoice {day}', { day: dateInWords(nextInvoice) })])}
          </p>
        </div>
        <div className="cluster gap-2">
          <Button changes icon={<Pencil aria-hidden />} onClick={onChange}>
            {t('Change')}
          </Button>
          <Button icon={<ChartNoAxesColumnIncreasing aria-hidden />} onClick={onLevels}>
            {t('Levels')}
          </Button>
          <Button changes kind={student.prospect ? 'secondary' : 'primary'} onClick={onAssign}>
            {t('Assign work')}
          </Button>
        </div>
      </div>
      <Contacts centerId={centerId} parents={student.parents} />
      <dl className={`${style.glance} in-order grid apart ruled`}>
        <Fact label={t('Level')}>
          <Levels programs={programs} />
          <MissingLevels programs={programs} missing={center.missing} />
        </Fact>
        <Fact label={t('Next class')}>
          <NextClass centerId={centerId} studentId={studentId} />
        </Fact>
        <Fact label={t('Open work')}>
          <OpenWork studentId={studentId} />
        </Fact>
        <Fact label={t('Last 12 weeks')}>
          <TwelveWeeks centerId={centerId} studentId={studentId} today={today} />
        </Fact>
      </dl>
    </header>
  )
}

/** List of the student's parents, each with a way to call or write to them. */
function Contacts({ centerId, parents }: { centerId: string; parents: readonly Parent[] }) {
  if (parents.length === 0) return null
  return (
    <ul className={`${style.contacts} cluster`} aria-label={t('Parents to contact')}>
      {parents.map(({ _id: parentId, name, relationship, phone, email }) => (
        <li key={parentId} className="cluster middle breakable">
          <Link to="/centers/$centerId/parents/$parentId" params={{ centerId, parentId }}>
            {name}
          </Link>
          <span className="quiet">{t(relationship)}</span>
          {phone && (
            <span className="inline-row middle gap-1">
              <Phone size={16} aria-hidden />
              <PhoneLink phone={phone} />
            </span>
          )}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </li>
      ))}
    </ul>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd data-figures>{children}</dd>
  </div>
)

/** Count of open work, and its most urgent item. */
function OpenWork({ studentId }: { studentId: string }) {
  const { data, error } = useQuery(read(studentWork.atWork, { id: studentId }))
  if (!data) return <WordState error={error} />
  const open = data.work.filter(isOpen).toSorted(byUrgency)
  const [first] = open
  if (!first) return <span className="quiet">{t('None')}</span>
  const due = first.dueOn && t('due {dueOn}', { dueOn: dayInWords(first.dueOn) })
  return (
    <>
      {t('{open} open', { open: open.length })}{' '}
      <small className="ink">{[first.name, due].filter(Boolean).join(', ')}</small>
    </>
  )
}
