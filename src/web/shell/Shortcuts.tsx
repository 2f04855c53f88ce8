import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isTyping } from '../use-keys.ts'
import style from './Shortcuts.module.css'

const goes = { d: 'Dashboard', s: 'Scheduler', u: 'Students', a: 'Attendance' } as const
const paths: Record<keyof typeof goes, string> = { d: '', s: '/scheduler', u: '/students', a: '/attendance' }
const waitMs = 1200

/** Keys that work on every page: `g` and a letter for the places of the centre, `/` for the page's search, `?` for this list. */
export function Shortcuts({ centerId }: { centerId: string | null }) {
  const navigate = useNavigate()
  const [listed, setListed] = useState(false)
  useEffect(() => {
    let armed = -waitMs
    const hear = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const { key } = event
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
        // The letters after `g` mean something else on the roll.
        event.stopPropagation()
        void navigate({ to: `/centers/${encodeURIComponent(centerId)}${paths[key as keyof typeof goes]}` as '/' })
        armed = -waitMs
      }
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [centerId, navigate])
  return (
    <Modal opened={listed} onClose={() => setListed(false)} title="Keys" closeButtonProps={{ 'aria-label': 'Close' }}>
      <dl className={style.keys}>
        {Object.entries(goes).map(([key, label]) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>Search</dd>
        <dt>
          <kbd>p</kbd> <kbd>a</kbd> <kbd>u</kbd>
        </dt>
        <dd>Present, absent, pick-up on the roll</dd>
        <dt>
          <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>The child before or after on the roll</dd>
        <dt>
          <kbd>k</kbd> <kbd>j</kbd>
        </dt>
        <dd>The student of the class before or after</dd>
        <dt>
          <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd>
        </dt>
        <dd>A prospect’s card one stage back or on; without Shift from card to card</dd>
      </dl>
    </Modal>
  )
}
