import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { maxSteps, moved } from '#features/material/hints/hint-steps.ts'
import { Handle } from '../editing/answers/Handle.tsx'
import { useOrder } from '../editing/answers/use-order.ts'
import { t, translateSentence } from '#shared/language.ts'
import { MathField } from '../editing/writing/MathField.tsx'
import { longest } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import style from './Hints.module.css'

type StepsFormProps = {
  steps: readonly string[]
  /** The problem with each step; null for a step without one. */
  faults: readonly (string | null)[]
  onChange: (steps: string[]) => void
}

/** Form for the steps of a hint. They can be deleted, and moved by dragging or with the arrow keys. */
export function StepsForm({ steps, faults, onChange }: StepsFormProps) {
  const list = useRef<HTMLOListElement>(null)
  const add = () => {
    onChange([...steps, ''])
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus())
  }
  return (
    <>
      <ol ref={list} className="stack gap-3" aria-label={t('Steps')}>
        {steps.map((text, at) => (
          <Step
            key={at}
            {...{ at, text, count: steps.length, fault: faults[at] ?? null }}
            onText={(next) => onChange(steps.with(at, next))}
            onMove={(from, to) => onChange(moved(steps, from, to))}
            onDrop={() => onChange(steps.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {steps.length < maxSteps && (
        <div>
          <Button kind="quiet" icon={<Plus aria-hidden />} onClick={add}>
            {t('Add step')}
          </Button>
        </div>
      )}
    </>
  )
}

type StepProps = {
  at: number
  text: string
  count: number
  fault: string | null
  onText: (text: string) => void
  onMove: (from: number, to: number) => void
  onDrop: () => void
}

function Step({ at, text, count, fault, onText, onMove, onDrop }: StepProps) {
  const name = t('step {num}', { num: at + 1 })
  const { item, handle, over, onKeyDown } = useOrder<HTMLLIElement>({
    list: 'hint steps',
    at,
    count,
    onMove,
  })
  return (
    <li ref={item} className={`${style.step} row top gap-2 rounded`} data-over={over ?? undefined}>
      <Handle ref={handle} of={name} onKeyDown={onKeyDown} />
      <div className="grow shrinks">
        <MathField
          label={t('Step {num}', { num: at + 1 })}
          rows={2}
          maxLength={longest.instructions}
          value={text}
          onChange={onText}
          error={fault && translateSentence(fault)}
        />
      </div>
      <Button
        kind="quiet"
        icon={<X aria-hidden />}
        aria-label={t('Delete {name}', { name })}
        reason={count > 1 ? null : t('A hint needs at least one step.')}
        onClick={onDrop}
      />
    </li>
  )
}
