import { CircleCheck, CircleDot, ListOrdered, Trash2, X } from 'lucide-react'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import style from './ChosenBar.module.css'

type ChosenBarProps = {
  count: number
  busy: boolean
  onStatus: (status: 'success' | 'warn') => void
  onMove: () => void
  onDrop: () => void
  onClear: () => void
}

/** Actions on all selected questions. */
export function ChosenBar({ count, busy, onStatus, onMove, onDrop, onClear }: ChosenBarProps) {
  return (
    <section className={`${style.bar} card cluster middle gap-2 pad-2-3`} aria-label="Selected questions">
      <output data-figures>{counted(count, 'question')} selected</output>
      <Button icon={<CircleCheck aria-hidden />} busy={busy} onClick={() => onStatus('success')}>
        Done
      </Button>
      <Button icon={<CircleDot aria-hidden />} busy={busy} onClick={() => onStatus('warn')}>
        Needs review
      </Button>
      <Button icon={<ListOrdered aria-hidden />} onClick={onMove}>
        Move to…
      </Button>
      <Button icon={<Trash2 aria-hidden />} onClick={onDrop}>
        Delete
      </Button>
      <Button kind="quiet" icon={<X aria-hidden />} aria-label="Clear selection" onClick={onClear} />
    </section>
  )
}
