import { CircleAlert, Trash2 } from 'lucide-react'
import { t, translateSentence } from '#shared/language.ts'
import type { Source } from '../follow-through.ts'
import type { Part } from '../fr.ts'
import type { Texts } from '../../../rules.ts'
import { Button } from '#ui/Button.tsx'
import { Handle } from '../../../editing/answers/Handle.tsx'
import { type ChangePart, PartFields } from './PartFields.tsx'
import { PartLooks } from './PartLooks.tsx'
import { asKind, partKinds, partKindWords } from '../../../editing/answers/answer-kinds.ts'
import { useOrder } from '../../../editing/answers/use-order.ts'
import style from '../../../editing/answers/AnswerForm.module.css'

type PartCardProps = {
  part: Part
  at: number
  /** The part's number; null for labels and scratch work. */
  num: number | null
  count: number
  /** Earlier parts from which the answer may follow. */
  sources: readonly Source[]
  faults: readonly string[]
  texts: Texts
  onChange: ChangePart
  onMove: (from: number, to: number) => void
  onDrop: () => void
}

/** Returns the name of a part, as used in the labels of its controls. */
const nameOf = ({ kind }: Part, num: number | null) =>
  num === null ? t(kind === 'label' ? 'text' : 'space for work') : t('part {num}', { num })

/** Card for one part of an answer: its kind, its key and its display options. */
export function PartCard({
  part,
  at,
  num,
  count,
  sources,
  faults,
  texts,
  onChange,
  onMove,
  onDrop,
}: PartCardProps) {
  const { item, handle, over, onKeyDown } = useOrder<HTMLLIElement>({ list: 'parts', at, count, onMove })
  const name = nameOf(part, num)
  return (
    <li
      ref={item}
      className={`${style.part} stack gap-3 rounded`}
      data-over={over ?? undefined}
      data-fault={faults.length > 0 || undefined}
    >
      <div className={`${style.partHead} row middle gap-2`}>
        <Handle ref={handle} of={name} onKeyDown={onKeyDown} />
        {num !== null && count > 1 && <span aria-hidden>{num}</span>}
        <select
          className={`${style.kind} bold rounded target grow shrinks`}
          aria-label={t('Kind of {name}', { name })}
          value={part.kind}
          onChange={({ target }) => {
            const kind = partKinds.find((each) => each === target.value)
            if (kind) onChange(asKind(part, kind))
          }}
        >
          {partKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(partKindWords[kind])}
            </option>
          ))}
        </select>
        <Button
          kind="quiet"
          icon={<Trash2 aria-hidden />}
          aria-label={t('Delete {name}', { name })}
          reason={count > 1 ? null : t('A question needs at least one part.')}
          onClick={onDrop}
        />
      </div>
      <PartFields part={part} sources={sources} texts={texts} onChange={onChange} />
      {faults.map((message) => (
        <p key={message} className={`${style.fault} row top gap-1 error-text`}>
          <CircleAlert size={16} aria-hidden /> {translateSentence(message)}
        </p>
      ))}
      {part.kind !== 'label' && <PartLooks part={part} onChange={onChange} />}
    </li>
  )
}
