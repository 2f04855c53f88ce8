import { Lightbulb } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/language.ts'
import { Button } from './Button.tsx'
import style from './HintSteps.module.css'

type HintStepsProps = {
  /** Heading above the steps, if any. */
  title?: string | undefined
  /** Name for screen readers if there is no heading. */
  label?: string
  /** The steps revealed so far. */
  steps: ReactNode[]
  total: number
  onMore: () => void
  busy?: boolean
}

/** Shows a question's hint one step at a time, and tells the student that using it is recorded. */
export function HintSteps({ title, label = t('Hint'), steps, total, onMore, busy }: HintStepsProps) {
  const left = total - steps.length
  return (
    <section className="stack gap-3" aria-label={title ?? label}>
      {title && <h2 className="bold">{title}</h2>}
      {steps.length > 0 && (
        <ol className={`${style.steps} stack gap-3 pad-4 rounded`} aria-live="polite">
          {steps.map((step, at) => (
            <li key={at}>
              <span className={style.number} aria-hidden>
                {at + 1}
              </span>
              <div className={style.words}>{step}</div>
            </li>
          ))}
        </ol>
      )}
      {left > 0 && (
        <div className="fine-print cluster middle gap-1-3">
          <Button icon={<Lightbulb aria-hidden />} busy={busy} onClick={onMore}>
            {steps.length === 0 ? t('Hint') : t('Next step')}
          </Button>
          <span>
            {steps.length === 0
              ? t('We’ll note that you used a hint')
              : left === 1
                ? t('1 more step')
                : t('{left} more steps', { left })}
          </span>
        </div>
      )}
    </section>
  )
}
