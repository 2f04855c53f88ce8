import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import { undoFromToast } from '../toast.tsx'
import { isTyping } from '../use-keys.ts'
import style from './Shortcuts.module.css'
import { t } from '#shared/language.ts'

const goes = { d: 'Dashboard', s: 'Scheduler', u: 'Students', a: 'Attendance', r: 'Grading' } as const
const paths: Record<keyof typeof goes, string> = {
  d: '',
  s: '/scheduler',
  u: '/students',
  a: '/attendance',
  r: '/grading',
}
const waitMs = 1200

/** All keyboard shortcuts, as listed on screen. They are defined where they are used. */
const keys = [
  ...Object.entries(goes).map(([letter, does]) => ({ pressed: ['g', letter], does: does as string })),
  { pressed: ['Ctrl', 'k'], does: 'Search students, parents, phone numbers, classes and pages' },
  { pressed: ['/'], does: 'Go to the page’s search field' },
  { pressed: ['Ctrl', 'z'], does: 'Undo the last change while the message at the bottom shows Undo' },
  { pressed: ['p', 'a', 'u'], does: 'Mark present, absent or pick-up on the roll' },
  { pressed: ['↑', '↓'], does: 'Previous or next child on the roll or the day’s schedule' },
  { pressed: ['←', '→'], does: 'Previous or next class on the day; Enter opens its menu' },
  { pressed: ['k', 'j'], does: 'Previous or next student of the class, or question of the section' },
  { pressed: ['1', '…', '5'], does: 'When grading, give the current answers a score of 0, ¼, ½, ¾ or 1' },
  { pressed: ['6', '…', '9'], does: 'Add a saved comment to the current answers' },
  { pressed: ['k', 'j'], does: 'Previous or next answers; Enter also moves on to the next question' },
  { pressed: ['p', 'n'], does: 'Previous or next question when grading' },
  { pressed: ['c', 'u'], does: 'Write a comment; undo the last grade' },
  { pressed: ['Ctrl', 's'], does: 'Save the question' },
  { pressed: ['Alt', '↑', '↓'], does: 'Move a question up or down one place' },
  {
    pressed: ['Shift', '←', '→'],
    does: 'Move a prospect back or forward one stage; without Shift, go from card to card',
  },
]

/**
 * Keyboard shortcuts of every staff page: `g` and a letter for the center's pages, `/` for the page's search,
 * Ctrl Z for undo, and `?` for this list.
 */
export function Shortcuts({ centerId }: { centerId: string | null }) {
  const navigate = useNavigate()
  const [listed, setListed] = useState(false)
  useEffect(() => {
    let armed = -waitMs
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event
      if (isTyping(event.target) || event.altKey) return
      if (event.ctrlKey || event.metaKey) {
        if (key === 'z' && !document.querySelector('[role=dialog]') && undoFromToast()) event.preventDefault()
        return
      }
      if (key === '?') return setListed(true)
      if (key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type="search"]')
        if (!search) return
        event.preventDefault()
        return search.focus()
      }
      if (key === 'g') {
        armed = event.timeStamp
        return
      }
      if (centerId && key in goes && event.timeStamp - armed < waitMs) {
        // Stop the event, because the letter after `g` may have another meaning on the roll.
        event.stopPropagation()
        void navigate({
          to: `/centers/${encodeURIComponent(centerId)}${paths[key as keyof typeof goes]}` as '/',
        })
        armed = -waitMs
      }
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [centerId, navigate])
  return (
    <Modal
      opened={listed}
      onClose={() => setListed(false)}
      title={t('Keyboard shortcuts')}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <dl className={`${style.keys} grid gap-2-4`}>
        {keys.map(({ pressed, does }) => (
          <div key={does}>
            <dt>
              {pressed.map((each) => (
                <Fragment key={each}>
                  <kbd>{t(each)}</kbd>{' '}
                </Fragment>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
