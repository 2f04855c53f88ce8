import { ActionIcon, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Armchair, CalendarPlus, CalendarX2, EllipsisVertical, MoveRight, Plane, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BreakSheet } from '#features/schedule/breaks/BreakSheet.tsx'
import { PersonAddress } from '#features/schedule/calendar/AddressDialog.tsx'
import { type Place, places, type PlaceOfStudent } from '#features/schedule/places/api.ts'
import { EnrollSheet } from '#features/schedule/places/EnrollSheet.tsx'
import { LastClassSheet } from '#features/schedule/places/LastClassSheet.tsx'
import { MoveSheet } from '#features/schedule/places/MoveSheet.tsx'
import { RemoveDialog } from '#features/schedule/places/RemoveDialog.tsx'
import { SeatSheet } from '#features/schedule/places/SeatSheet.tsx'
import { clock } from '#shared/day-text.ts'
import { plain } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import type { StudentProfile } from '#features/students/api.ts'
import { Part } from '#features/students/Part.tsx'
import { dayWords, placeWords, spanInWords } from '#features/students/rules.ts'
import style from '#features/students/Students.module.css'

type Deed = 'seat' | 'move' | 'last' | 'break' | 'remove'
type Open = 'enroll' | 'calendar' | { deed: Deed; place: PlaceOfStudent; pause: Place['breaks'][number] | null } | null

/** The classes a student is in, with what can be done about them. */
export function StudentPlaces({ centerId, student, name }: { centerId: string; student: StudentProfile; name: string }) {
  const { _id: studentId, center } = student
  const [open, setOpen] = useState<Open>(null)
  const { data, error, refetch } = useQuery(read(places.ofStudent, { centerId, studentId }))
  useLive(`student:${studentId}`, ['schedule'], [places.ofStudent])
  const close = () => setOpen(null)
  return (
    <Part
      title="Classes"
      action={
        <span>
          <Button kind="quiet" icon={<CalendarPlus aria-hidden />} onClick={() => setOpen('calendar')}>
            Calendar
          </Button>
          <Button kind="quiet" icon={<Plus aria-hidden />} onClick={() => setOpen('enroll')}>
            Enroll
          </Button>
        </span>
      }
    >
      {data ? (
        <List held={data} onDeed={(deed, place, pause) => setOpen({ deed, place, pause: pause ?? null })} />
      ) : (
        <QueryState query={{ error, refetch }} of="the classes" lines={2} height="2.75rem" />
      )}
      {open === 'enroll' && (
        <EnrollSheet
          centerId={centerId}
          student={{ id: studentId, name }}
          type={center.status === 'prospect' ? 'trial' : 'regular'}
          onClose={close}
        />
      )}
      {open === 'calendar' && <PersonAddress whose={{ centerId, personId: studentId }} name={name} onClose={close} />}
      {typeof open === 'object' && open && <Sheet centerId={centerId} open={open} onClose={close} />}
    </Part>
  )
}

type SheetProps = { centerId: string; open: Exclude<Open, string | null>; onClose: () => void }

function Sheet({ open: { deed, place, pause }, ...rest }: SheetProps) {
  if (deed === 'seat') return <SeatSheet place={place} {...rest} />
  if (deed === 'move') return <MoveSheet place={place} {...rest} />
  if (deed === 'last') return <LastClassSheet place={place} {...rest} />
  if (deed === 'break') return <BreakSheet place={place} pause={pause} {...rest} />
  return <RemoveDialog place={place} {...rest} />
}

type Doing = (deed: Deed, place: PlaceOfStudent, pause?: Place['breaks'][number]) => void

function List({ held, onDeed }: { held: readonly PlaceOfStudent[]; onDeed: Doing }) {
  if (held.length === 0) return <p className={style.words}>No place in a class yet.</p>
  return (
    <ul className={style.rows}>
      {held.map((place) => (
        <li key={place._id} className={style.place}>
          <strong>{plain(place.className)}</strong>
          <span>{place.subject}</span>
          <span data-figures>
            {dayWords[place.day]}{' '}
            <span className={style.line}>
              {clock(place.time)}–{clock(place.endTime)}
            </span>
          </span>
          <span>
            {placeWords[place.type]}
            {place.position !== null && `, number ${place.position}`}
          </span>
          <span className={style.quiet} data-figures>
            {spanInWords(place)}
          </span>
          <span className={style.end}>
            <PlaceMenu place={place} onDeed={onDeed} />
          </span>
          {(place.breaks.length > 0 || place.overReason !== null) && (
            <p className={style.facts}>
              {place.overReason !== null && <span>Over the size: {plain(place.overReason)}</span>}
              {place.breaks.map((pause) => (
                <Button key={pause._id} kind="quiet" icon={<Plane aria-hidden />} onClick={() => onDeed('break', place, pause)}>
                  {`Break ${spanInWords(pause)}`}
                </Button>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

const deeds: { deed: Deed; label: string; icon: ReactNode; of: readonly PlaceOfStudent['type'][] }[] = [
  { deed: 'seat', label: 'Give a seat', icon: <Armchair size={16} aria-hidden />, of: ['waitlist'] },
  { deed: 'break', label: 'Break', icon: <Plane size={16} aria-hidden />, of: ['regular'] },
  { deed: 'move', label: 'Move', icon: <MoveRight size={16} aria-hidden />, of: ['regular', 'make-up', 'trial', 'waitlist'] },
  { deed: 'last', label: 'Last class', icon: <CalendarX2 size={16} aria-hidden />, of: ['regular'] },
  { deed: 'remove', label: 'Remove', icon: <Trash2 size={16} aria-hidden />, of: ['regular', 'make-up', 'trial', 'waitlist'] },
]

function PlaceMenu({ place, onDeed }: { place: PlaceOfStudent; onDeed: Doing }) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="secondary" size="var(--target)" aria-label={`Actions for ${plain(place.className)}`}>
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {deeds
          .filter(({ of }) => of.includes(place.type))
          .map(({ deed, label, icon }) => (
            <Menu.Item key={deed} color={deed === 'remove' ? 'error' : undefined} leftSection={icon} onClick={() => onDeed(deed, place)}>
              {label}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
