import { Menu, Portal } from '@mantine/core'
import {
  ArrowRightLeft,
  BookOpen,
  CalendarSearch,
  CalendarX2,
  Info,
  Plane,
  Trash2,
  User,
  UserX,
} from 'lucide-react'
import type { ClassEntry, Scheduled } from '../api.ts'
import type { Credit } from '../credits/api.ts'
import { fullName } from '#shared/full-name.ts'
import { t } from '#shared/language.ts'
import style from './Moves.module.css'

/** Actions on a student's place in one of the day's classes. */
export type PlaceAction = 'move' | 'break' | 'last' | 'remove'

/** Student whose menu is open, with the button that opened it. */
export type OpenedMenu = { button: HTMLElement; student: Scheduled; from: ClassEntry }

/**
 * Records that a student won't come that day. `onFind` opens the make-up finder for the credit that the
 * absence gives.
 */
export type OnAbsent = (pressed: OpenedMenu, onFind: (credit: Credit) => void) => void

/** Labels of the action that removes a place. A regular place isn't removed but gets a last class. */
const removeWords = {
  'make-up': 'Cancel the make-up…',
  trial: 'Cancel the trial…',
  waitlist: 'Remove from the waitlist…',
} as const

type StudentMenuProps = {
  pressed: OpenedMenu
  /** True for past days and in an archived center, where places can only be viewed. */
  past: boolean
  onAction: (action: PlaceAction) => void
  /** Records that the student won't come that day. */
  onAbsent: () => void
  /** Finds a make-up class for a credit of the student. */
  onFind: () => void
  onAssign: () => void
  onDetails: () => void
  onOpen: (studentId: string) => void
  onClose: () => void
}

/**
 * Menu shared by all students of the day, opened at the pressed button. Closing it returns the focus to that
 * button.
 */
export function StudentMenu({
  pressed: { button, student },
  past,
  onAction,
  onAbsent,
  onFind,
  onAssign,
  onDetails,
  onOpen,
  onClose,
}: StudentMenuProps) {
  const { top, left, width, height } = button.getBoundingClientRect()
  const close = () => {
    button.focus()
    onClose()
  }
  return (
    <Menu opened onClose={close} position="bottom-end" withinPortal returnFocus={false}>
      <Portal>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            className={style.anchor}
            style={{ top: top + scrollY, left: left + scrollX, width, height }}
            aria-label={t('Actions for {value}', {
              value: fullName(student),
            })}
          />
        </Menu.Target>
      </Portal>
      <Menu.Dropdown>
        {!past && (
          <Menu.Item leftSection={<ArrowRightLeft size={16} aria-hidden />} onClick={() => onAction('move')}>
            {t(student.type === 'regular' ? 'Move or make up…' : 'Move…')}
          </Menu.Item>
        )}
        {!past && student.type === 'regular' && (
          <>
            <Menu.Item leftSection={<Plane size={16} aria-hidden />} onClick={() => onAction('break')}>
              {t('On break…')}
            </Menu.Item>
            <Menu.Item leftSection={<CalendarX2 size={16} aria-hidden />} onClick={() => onAction('last')}>
              {t('Last class…')}
            </Menu.Item>
          </>
        )}
        {!past && student.type !== 'waitlist' && student.mark === null && (
          <Menu.Item leftSection={<UserX size={16} aria-hidden />} onClick={onAbsent}>
            {t('Absent this day')}
          </Menu.Item>
        )}
        {student.type === 'regular' && student.mark !== 'present' && (
          <Menu.Item leftSection={<CalendarSearch size={16} aria-hidden />} onClick={onFind}>
            {t('Find a make-up…')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<BookOpen size={16} aria-hidden />} onClick={onAssign}>
          {t('Assign work…')}
        </Menu.Item>
        {!past && student.type !== 'regular' && student.mark === null && (
          <Menu.Item
            color="error"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => onAction('remove')}
          >
            {t(removeWords[student.type])}
          </Menu.Item>
        )}
        <ViewItems onDetails={onDetails} onOpen={() => onOpen(student._id)} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Menu items that only show something about a student, available on any day. */
function ViewItems({ onDetails, onOpen }: { onDetails: () => void; onOpen: () => void }) {
  return (
    <>
      <Menu.Item leftSection={<Info size={16} aria-hidden />} onClick={onDetails}>
        {t('Details…')}
      </Menu.Item>
      <Menu.Item leftSection={<User size={16} aria-hidden />} onClick={onOpen}>
        {t('Open student')}
      </Menu.Item>
    </>
  )
}
