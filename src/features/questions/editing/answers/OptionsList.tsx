import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { t } from '#shared/language.ts'
import { movedTo } from '../draft.ts'
import { Button } from '#ui/Button.tsx'
import { Handle } from './Handle.tsx'
import { placesIn, withoutPlace } from './answer-kinds.ts'
import { useOrder } from './use-order.ts'
import style from './AnswerForm.module.css'

type OptionsListProps = {
  /** Name of the list; items can only be dragged within it. */
  list: string
  each: 'Choice' | 'Option'
  options: readonly string[]
  /** Indexes of the right answers. */
  right: readonly number[]
  /** True if there may be several right answers. */
  many?: boolean
  most: number
  maxLength: number
  /** `order` lists the old indexes of the remaining options. */
  onChange: (options: string[], right: number[], order: readonly number[]) => void
  /** Additional buttons. */
  children?: ReactNode
}

const least = 2

/** Editable list of choices, with the right ones marked. */
export function OptionsList({
  list,
  each,
  options,
  right,
  many = false,
  most,
  maxLength,
  onChange,
  children,
}: OptionsListProps) {
  const name = useId()
  const box = useRef<HTMLOListElement>(null)
  const places = options.map((_, at) => at)
  const order = (next: readonly number[]) =>
    onChange(
      next.flatMap((at) => options[at] ?? []),
      placesIn(right, next),
      next,
    )
  const mark = (at: number, isRight: boolean) =>
    onChange(
      [...options],
      many
        ? [...right.filter((place) => place !== at), ...(isRight ? [at] : [])].toSorted((a, b) => a - b)
        : [at],
      places,
    )
  const begin = () => {
    onChange([...options, ''], [...right], places)
    requestAnimationFrame(() =>
      [...(box.current?.querySelectorAll<HTMLElement>('input[data-math]') ?? [])].at(-1)?.focus(),
    )
  }
  return (
    <>
      <ol
        ref={box}
        className={`${style.options} stack gap-2`}
        aria-label={t(each === 'Choice' ? 'Choices' : 'Options')}
      >
        {options.map((text, at) => (
          <Option
            key={at}
            {...{ list, at, text, maxLength, many, name }}
            label={`${t(each)} ${many ? String.fromCharCode(65 + at) : at + 1}`}
            count={options.length}
            isRight={right.includes(at)}
            onText={(next) => onChange(options.with(at, next), [...right], places)}
            onRight={(isRight) => mark(at, isRight)}
            onMove={(from, to) => order(movedTo(places, from, to))}
            onDrop={() =>
              onChange(options.toSpliced(at, 1), withoutPlace(right, at), places.toSpliced(at, 1))
            }
          />
        ))}
      </ol>
      <div className="cluster gap-2">
        {options.length < most && (
          <Button kind="quiet" icon={<Plus aria-hidden />} onClick={begin}>
            {t(each === 'Choice' ? 'Add choice' : 'Add option')}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}

type OptionProps = Pick<OptionsListProps, 'list' | 'maxLength'> & {
  at: number
  text: string
  label: string
  name: string
  many: boolean
  count: number
  isRight: boolean
  onText: (text: string) => void
  onRight: (isRight: boolean) => void
  onMove: (from: number, to: number) => void
  onDrop: () => void
}

function Option({
  list,
  at,
  text,
  label,
  name,
  many,
  count,
  maxLength,
  isRight,
  onText,
  onRight,
  onMove,
  onDrop,
}: OptionProps) {
  const { item, handle, over, onKeyDown } = useOrder<HTMLLIElement>({ list, at, count, onMove })
  return (
    <li ref={item} className={`${style.line} row middle gap-2 rounded wide`} data-over={over ?? undefined}>
      <Handle ref={handle} of={label} onKeyDown={onKeyDown} />
      <input
        type={many ? 'checkbox' : 'radio'}
        className={style.mark}
        name={name}
        aria-label={t('{label} is right', { label })}
        checked={isRight}
        onChange={({ target }) => onRight(target.checked)}
      />
      <input
        className={`${style.input} pad-1-3 surface rounded target grow shrinks`}
        aria-label={label}
        data-math="text"
        autoComplete="off"
        maxLength={maxLength}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <Button
        kind="quiet"
        icon={<X aria-hidden />}
        aria-label={t('Delete {label}', { label })}
        reason={count > least ? null : t('At least two are needed.')}
        onClick={onDrop}
      />
    </li>
  )
}
