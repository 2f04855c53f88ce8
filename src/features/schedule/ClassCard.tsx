import { Link } from '@tanstack/react-router'
import { PackageCheck, Pencil, Plus, UserCheck, X } from 'lucide-react'
import {
  type ComponentType,
  type CSSProperties,
  memo,
  type MouseEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from 'react'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import { ReadOnly } from '#ui/read-only.ts'
import { type Mark, noticeWords } from './rules.ts'
import { markWord } from './mark-words.ts'
import { paperWords } from './paper-words.ts'
import { DropLine } from './moves/DropLine.tsx'
import type { OpenedMenu } from './moves/StudentMenu.tsx'
import { useDrops } from './moves/use-drops.ts'
import type { NewsSheetProps } from './news.ts'
import { Offers } from './offers/Offers.tsx'
import { useOnce } from './offers/use-seat.ts'
import { clock } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { ClassEntry, Scheduled } from './api.ts'
import { badgeWords, taughtBy } from './rules.ts'
import style from './ClassCard.module.css'

/** Action on a class card: change the class on this day (`day`), or add a student to it (`add`). */
export type ClassAction = 'day' | 'add'

type ClassCardProps = {
  centerId: string
  on: Day
  entry: ClassEntry
  /** True if the class has a free seat for a student on its waitlist. */
  offered: boolean
  /** True for the one card in the grid that Tab stops at. */
  current: boolean
  onAction: (action: ClassAction, classId: string) => void
  onPress: (pressed: OpenedMenu) => void
  onOpen: (studentId: string) => void
  NewsSheet: ComponentType<NewsSheetProps>
}

/**
 * A class on a day: teacher, end time, seats, its students with badge, break and mark, and that day's
 * changes. Memoized, so that only cards whose props have changed are rendered again with the grid.
 */
export const ClassCard = memo(function ClassCard(props: ClassCardProps) {
  const { centerId, on, entry, offered, current, onAction, onPress, onOpen, NewsSheet } = props
  const { id, canceled } = entry
  // Keeps the offer on screen after its seat is given away.
  const hasOffers = useOnce(offered)
  const card = useRef<HTMLElement>(null)
  const over = useDrops(card, entry)
  return (
    <article
      ref={card}
      className={`${style.card} card stack gap-1 shrinks`}
      style={{ '--students': entry.students.length } as CSSProperties}
      aria-labelledby={`class-${id}`}
      data-card={id}
      data-canceled={canceled ? true : undefined}
    >
      <Head centerId={centerId} entry={entry} tabIndex={current ? 0 : -1}>
        <Actions centerId={centerId} on={on} entry={entry} current={current} onAction={onAction} />
      </Head>
      {canceled && (
        <p className="breakable error-text">
          <strong>{t('Canceled:')}</strong> {canceled.reason}
        </p>
      )}
      <Roster centerId={centerId} entry={entry} current={current} onPress={onPress} onOpen={onOpen} />
      <Notes entry={entry} />
      {hasOffers && <Offers centerId={centerId} classId={id} NewsSheet={NewsSheet} />}
      {over && <DropLine centerId={centerId} on={on} dragged={over} to={entry} />}
    </article>
  )
})

type HeadProps = { centerId: string; entry: ClassEntry; tabIndex: number; children: ReactNode }

function Head({ centerId, entry, tabIndex, children }: HeadProps) {
  const { id, name, subject, endTime, teacher, substitute, seats, maxSize, canceled } = entry
  const fill = seats > maxSize ? 'over' : seats === maxSize ? 'full' : undefined
  return (
    <header className={`${style.head} grid middle`}>
      <h3 id={`class-${id}`}>
        <Link
          to="/centers/$centerId/classes/$classId"
          params={{ centerId, classId: id }}
          className="ink no-underline"
          tabIndex={tabIndex}
          draggable={false}
        >
          {name}
        </Link>
      </h3>
      <p className={style.facts}>
        <span className={style.subject} data-said={name.includes(subject) || undefined}>
          {t(subject)} ·{' '}
        </span>
        {taughtBy(entry) ?? t('No teacher')}
        {!substitute && teacher?.type === 'substitute' && ` (${t('substitute')})`} ·{' '}
        <time>{t('until {time}', { time: clock(endTime) })}</time>
      </p>
      {!canceled && (
        <span className={`${style.seats} bold nowrap`} data-fill={fill} title={t('Seats used')} data-figures>
          {`${seats}/${maxSize}`}
          {fill && <small> {fill === 'over' ? t('overbooked') : t('full')}</small>}
        </span>
      )}
      {children}
    </header>
  )
}

/**
 * Names of the class's assistants on this day, and the notes about the day, the class, its teacher or
 * substitute, and each assistant.
 */
function Notes({ entry: { teacher, substitute, assistants, note, notes } }: { entry: ClassEntry }) {
  const giver = substitute ?? teacher
  if (assistants.length === 0 && !note && !notes && !giver?.notes) return null
  return (
    <div className={`${style.notes} quiet cluster breakable`}>
      {assistants.length > 0 && (
        <p>
          {t('TA {assistants}', {
            assistants: assistants.map(fullName).join(', '),
          })}
        </p>
      )}
      {note && <p>{t('This day: {note}', { note })}</p>}
      {notes && <p>{t('Note: {notes}', { notes })}</p>}
      {[...(giver ? [giver] : []), ...assistants].map(
        (person) =>
          person.notes && (
            <p key={person.id}>
              {person.firstName}: {person.notes}
            </p>
          ),
      )}
    </div>
  )
}

type ActionsProps = Pick<ClassCardProps, 'centerId' | 'on' | 'entry' | 'current' | 'onAction'>

function Actions({ centerId, on, entry: { id, name, canceled }, current, onAction }: ActionsProps) {
  const tabIndex = current ? 0 : -1
  const isReadOnly = useContext(ReadOnly) !== null
  return (
    <span className={style.actions}>
      {!canceled && (
        <Link
          to="/centers/$centerId/attendance/$classId"
          params={{ centerId, classId: id }}
          search={{ on }}
          className={`${style.action} grid center quiet rounded`}
          tabIndex={tabIndex}
          data-action="take"
          title={t('Take attendance')}
          aria-label={t('Take attendance for {name}', { name })}
        >
          <UserCheck size={16} aria-hidden />
        </Link>
      )}
      {!canceled && !isReadOnly && (
        <button
          type="button"
          className={`${style.action} grid center quiet rounded`}
          tabIndex={tabIndex}
          data-action="add"
          title={t('Add a student')}
          aria-label={t('Add a student to {name}', { name })}
          onClick={() => onAction('add', id)}
        >
          <Plus size={16} aria-hidden />
        </button>
      )}
      {!isReadOnly && (
        <button
          type="button"
          className={`${style.action} grid center quiet rounded`}
          tabIndex={tabIndex}
          data-action="day"
          title={t('Change this day')}
          aria-label={t('Change {name} on this day', { name })}
          onClick={() => onAction('day', id)}
        >
          <Pencil size={16} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** True for a plain click, which opens the link in this tab. */
const isHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

type RosterProps = Pick<ClassCardProps, 'centerId' | 'entry' | 'current' | 'onPress' | 'onOpen'>

function Roster({ centerId, entry, current, onPress, onOpen }: RosterProps) {
  const [at, setAt] = useState<string | null>(null)
  const { name, students } = entry
  if (students.length === 0) return <p className="quiet">{t('No students expected.')}</p>
  const line = students.some(({ _id }) => _id === at) ? at : students[0]?._id
  return (
    <ul className={`${style.roster} grid gap-0-3`} aria-label={t('Students in {name}', { name })}>
      {students.map((student) => (
        <StudentLine
          key={student._id}
          centerId={centerId}
          student={student}
          tabIndex={current && student._id === line ? 0 : -1}
          onFocus={() => setAt(student._id)}
          onPress={({ currentTarget }) => onPress({ button: currentTarget, student, from: entry })}
          onOpen={(event) => {
            if (!isHere(event)) return
            event.preventDefault()
            onOpen(student._id)
          }}
        />
      ))}
    </ul>
  )
}

type StudentLineProps = {
  centerId: string
  student: Scheduled
  tabIndex: number
  onFocus: () => void
  onPress: (event: MouseEvent<HTMLButtonElement>) => void
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
}

/**
 * A student's line. Clicking the name opens the student's page. Keyboard users open it from the menu instead,
 * so each line has only one Tab stop. The name is a plain `<a>`, because router links on hundreds of names
 * would cost a tablet a fifth of a second.
 */
function StudentLine({ centerId, student, tabIndex, onFocus, onPress, onOpen }: StudentLineProps) {
  const { _id, firstName, lastName, badge, onBreak, mark, arrivedAt, told } = student
  const name = fullName({ firstName, lastName })
  return (
    <li
      className={style.student}
      data-student={_id}
      data-break={onBreak || undefined}
      data-on-paper={paperWords(student) || undefined}
    >
      <div className={style.line}>
        <a
          href={`/centers/${encodeURIComponent(centerId)}/students/${_id}`}
          className={`${style.name} breakable ink no-underline`}
          tabIndex={-1}
          draggable={false}
          onClick={onOpen}
        >
          {name}
        </a>
        {badge && (
          <abbr
            className={`${style.badge} small info-text info-ground no-underline`}
            title={t(badgeWords[badge])}
          >
            {t(badge)}
          </abbr>
        )}
        {onBreak && (
          <span className={`${style.state} fine-print inline-row middle gap-1 nowrap`}>{t('on break')}</span>
        )}
        {mark && <AttendanceMark mark={mark} arrivedAt={arrivedAt} />}
        {told && <span className={`${style.notice} fine-print breakable`}>{noticeWords(told)}</span>}
      </div>
      <button
        type="button"
        className={`${style.more} grid center quiet`}
        data-line
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={onPress}
        aria-haspopup="menu"
        aria-label={t('Actions for {name}', { name })}
      />
    </li>
  )
}

const icons = { absent: X, pickup: PackageCheck }

/**
 * A student's attendance mark. "Present" is a single element without an icon, because hundreds of icons would
 * make up a fifth of a busy day's elements.
 */
function AttendanceMark({ mark, arrivedAt }: { mark: Mark; arrivedAt: string | null }) {
  const Icon = mark === 'present' ? null : icons[mark]
  const word = markWord({ mark, arrivedAt })
  return (
    <span
      className={`${style.state} fine-print inline-row middle gap-1 nowrap`}
      data-mark={mark}
      role="img"
      aria-label={word}
      title={word}
    >
      {Icon ? <Icon size={16} aria-hidden /> : <span className={style.tick} />}
    </span>
  )
}
