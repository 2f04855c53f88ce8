import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import style from './AnswerForm.module.css'
import { t } from '#shared/language.ts'

type TextListProps = {
  /** Label of each line, such as 'Also accepted'. */
  label: string
  /** Label of the button that adds a line. */
  add: string
  texts: readonly string[]
  most: number
  maxLength: number
  /** True if each line is a formula, into which the palette can insert symbols. */
  formula?: boolean
  /** `order` lists the old indexes of the remaining lines. */
  onChange: (texts: string[], order: number[]) => void
}

export function TextList({ label, add, texts, most, maxLength, formula = false, onChange }: TextListProps) {
  const list = useRef<HTMLDivElement>(null)
  const places = texts.map((_, at) => at)
  const begin = () => {
    onChange([...texts, ''], places)
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus())
  }
  return (
    <div ref={list} className="stack top gap-1" role="group" aria-label={label}>
      {texts.length > 0 && <span className={style.label}>{label}</span>}
      {texts.map((text, at) => (
        <span key={at} className={`${style.line} row middle gap-2 rounded wide`}>
          <input
            className={`${style.input} pad-1-3 surface rounded target grow shrinks`}
            aria-label={`${label} ${at + 1}`}
            data-math={formula ? 'formula' : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            value={text}
            onChange={({ target }) => onChange(texts.with(at, target.value), places)}
          />
          <Button
            kind="quiet"
            icon={<X aria-hidden />}
            aria-label={t('Remove “{text}”', { text: text || t('line {num}', { num: at + 1 }) })}
            onClick={() => onChange(texts.toSpliced(at, 1), places.toSpliced(at, 1))}
          />
        </span>
      ))}
      {texts.length < most && (
        <Button kind="quiet" icon={<Plus aria-hidden />} onClick={begin}>
          {add}
        </Button>
      )}
    </div>
  )
}
