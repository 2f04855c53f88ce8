import { ActionIcon, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  Armchair,
  CalendarPlus,
  CalendarX2,
  EllipsisVertical,
  MoveRight,
  Plane,
  Plus,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { PersonAddress } from '#features/schedule/calendar/AddressDialog.tsx'
import { type Place, places, type PlaceOfStudent } from '#features/schedule/places/api.ts'
import { clock } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import type { StudentProfile } from '#features/students/api.ts'
import { Part } from '#features/students/Part.tsx'
import { dayWords, placeWords, spanInWords } from '#features/students/rules.ts'
import style from '#features/students/Students.module.css'
import { later } from '#web/later.tsx'

const BreakSheet = later(() =>
  import('#features/schedule/breaks/BreakSheet.tsx').then((part) => part.BreakSheet),
)
const EnrollSheet = later(() =>
  import('#features/schedule/places/EnrollSheet.tsx').then((part) => part.EnrollSheet),
)
const LastClassSheet = later(() =>
  import('#features/schedule/places/LastClassSheet.tsx').then((part) => part.LastClassSheet),
)
const MoveSheet = later(() =>
  import('#features/schedule/places/MoveSheet.tsx').then((part) => part.MoveSheet),
)
const RemoveDialog = later(() =>
  import('#features/schedule/places/RemoveDialog.tsx').then((part) => part.RemoveDialog),
)
const SeatSheet = later(() =>
  import('#features/schedule/places/SeatSheet.tsx').then((part) => part.SeatSheet),
)

type Action = 'seat' | 'move' | 'last' | 'break' | 'remove'
type OpenSheet =
  | 'enroll'
  | 'calendar'
  | { action: Action; place: PlaceOfStudent; pause: Place['breaks'][number] | null }
  | null

/** The student's classes with the actions for each place. */
export function StudentPlaces({
  centerId,
  student,
  name,
}: {
  centerId: string
  student: StudentProfile
  name: string
}) {
  const { _id: studentId, center } = student
  const [open, setOpen] = useState<OpenSheet>(null)
  const { data, error, refetch } = useQuery(read(places.ofStudent, { centerId, studentId }))
  useLive(`student:${studentId}`, ['schedule'], [places.ofStudent])
  const close = () => setOpen(null)
  return (
    <Part
      title={t('Classes')}
      empty={data?.length === 0 && t('Not in a class yet.')}
      action={
        <span>
          <Button kind="quiet" icon={<CalendarPlus aria-hidden />} onClick={() => setOpen('calendar')}>
            {t('Calendar')}
          </Button>
          <Button changes kind="quiet" icon={<Plus aria-hidden />} onClick={() => setOpen('enroll')}>
            {t('Enroll')}
          </Button>
        </span>
      }
    >
      {data ? (
        <List
          rows={data}
          onAction={(action, place, pause) => setOpen({ action, place, pause: pause ?? null })}
        />
      ) : (
        <QueryState query={{ error, refetch }} of={t('the classes')} lines={2} height="2.75rem" />
      )}
      {open === 'enroll' && (
        <EnrollSheet
          centerId={centerId}
          student={{ id: studentId, name }}
          type={center.status === 'prospect' ? 'trial' : 'regular'}
          onClose={close}
        />
      )}
      {open === 'calendar' && (
        <PersonAddress owner={{ centerId, personId: studentId }} name={name} onClose={close} />
      )}
      {typeof open === 'object' && open && (
        <Sheet centerId={centerId} name={name} open={open} onClose={close} />
      )}
    </Part>
  )
}

type SheetProps = {
  centerId: string
  name: string
  open: Exclude<OpenSheet, string | null>
  onClose: () => void
}

function Sheet({ name, open: { action, place, pause }, ...rest }: SheetProps) {
  if (action === 'seat') return <SeatSheet place={place} {...rest} />
  if (action === 'move') return <MoveSheet place={place} {...rest} />
  if (action === 'last') return <LastClassSheet place={place} name={name} {...rest} />
  if (action === 'break') return <BreakSheet place={place} name={name} pause={pause} {...rest} />
  return <RemoveDialog place={place} {...rest} />
}

type OnAction = (action: Action, place: PlaceOfStudent, pause?: Place['breaks'][number]) => void

function List({ rows, onAction }: { rows: readonly PlaceOfStudent[]; onAction: OnAction }) {
  return (
    <ul>
      {rows.map((place) => (
        <li key={place._id} className={`${style.place} grid middle gap-1-3 breakable ruled`}>
          <strong>{place.className}</strong>
          <span>{t(place.subject)}</span>
          <span data-figures>
            {t(dayWords[place.day] ?? '')}{' '}
            <span className="nowrap">
              {clock(place.time)}–{clock(place.endTime)}
            </span>
          </span>
          <span>
            {place.position === null
              ? t(placeWords[place.type])
              : t('{kind}, number {position}', {
                  kind: t(placeWords[place.type]),
                  position: place.position,
                })}
          </span>
          <span className="quiet" data-figures>
            {spanInWords(place)}
          </span>
          <span className={`${style.end} row to-end`}>
            <PlaceMenu place={place} onAction={onAction} />
          </span>
          {(place.breaks.length > 0 || place.overReason !== null) && (
            <p className={`${style.facts} cluster middle gap-2`}>
              {place.overReason !== null && (
                <span>{t('Over capacity: {reason}', { reason: place.overReason })}</span>
              )}
              {place.breaks.map((pause) => (
                <Button
                  key={pause._id}
                  changes
                  kind="quiet"
                  icon={<Plane aria-hidden />}
                  onClick={() => onAction('break', place, pause)}
                >
                  {t('Break {span}', { span: spanInWords(pause) })}
                </Button>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const actions: { action: Action; label: string; icon: ReactNode; of: readonly PlaceOfStudent['type'][] }[] = [
  { action: 'seat', label: 'Give a seat', icon: <Armchair size={16} aria-hidden />, of: ['waitlist'] },
  { action: 'break', label: 'Break', icon: <Plane size={16} aria-hidden />, of: ['regular'] },
  {
    action: 'move',
    label: 'Move',
    icon: <MoveRight size={16} aria-hidden />,
    of: ['regular', 'make-up', 'trial', 'waitlist'],
  },
  { action: 'last', label: 'Last class', icon: <CalendarX2 size={16} aria-hidden />, of: ['regular'] },
  {
    action: 'remove',
    label: 'Remove',
    icon: <Trash2 size={16} aria-hidden />,
    of: ['regular', 'make-up', 'trial', 'waitlist'],
  },
]

function PlaceMenu({ place, onAction }: { place: PlaceOfStudent; onAction: OnAction }) {
  if (useContext(ReadOnly) !== null) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="secondary"
          size="var(--target)"
          aria-label={t('Actions for {name}', { name: place.className })}
        >
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions
          .filter(({ of }) => of.includes(place.type))
          .map(({ action, label, icon }) => (
            <Menu.Item
              key={action}
              color={action === 'remove' ? 'error' : undefined}
              leftSection={icon}
              onClick={() => onAction(action, place)}
            >
              {t(label)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
