import { CircleCheck, CircleDot, ListOrdered, Trash2, X } from 'lucide-react'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
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
    <section
      className={`${style.bar} card cluster middle gap-2 pad-2-3`}
      aria-label={t('Selected questions')}
    >
      <output data-figures>{t('{questions} selected', { questions: counted(count, 'question') })}</output>
      <Button icon={<CircleCheck aria-hidden />} busy={busy} onClick={() => onStatus('success')}>
        {t('Done')}
      </Button>
      <Button icon={<CircleDot aria-hidden />} busy={busy} onClick={() => onStatus('warn')}>
        {t('Needs review')}
      </Button>
      <Button icon={<ListOrdered aria-hidden />} onClick={onMove}>
        {t('Move to…')}
      </Button>
      <Button icon={<Trash2 aria-hidden />} onClick={onDrop}>
        {t('Delete')}
      </Button>
      <Button kind="quiet" icon={<X aria-hidden />} aria-label={t('Clear selection')} onClick={onClear} />
    </section>
  )
}
