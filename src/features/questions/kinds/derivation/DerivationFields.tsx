import { CircleAlert, Check, Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { contentText } from '#shared/content-text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import type { Fields } from '../../answering/fields.ts'
import { type MathHandle, MathKeys, MathPart } from '../fr/fields/MathField.tsx'
import type { PartVerdict } from '../verdict.ts'
import style from './Derivation.module.css'
import { numberOf, useLines } from './use-lines.ts'

const goals = {
  solved: 'Solve it line by line. Write one step on each line.',
  simplified: 'Simplify it line by line. Write one step on each line.',
  expanded: 'Expand it line by line. Write one step on each line.',
  factored: 'Factor it line by line. Write one step on each line.',
} as const

/**
 * Fields for the lines that students write below the given line: one formula field per line, with one set of
 * keys for all of them.
 */
export function DerivationFields(props: Fields<'derivation'>) {
  const {
    shown,
    given,
    verdict,
    readOnly,
    judged,
    questionText = '',
    label,
    describedBy,
    onChange,
    onEnter,
  } = props
  const id = useId()
  const [active, setActive] = useState<MathHandle | null>(null)
  const box = useRef<HTMLOListElement>(null)
  const all = useLines(box, { shown, given, onChange, onEnter })
  const lineVerdicts = verdict && (readOnly || judged) ? verdict.parts.slice(1) : []
  const isRead = (line: string) => !readOnly || line.trim() !== ''
  return (
    <>
      <div role="group" aria-label={label ?? t('Your answer')} aria-describedby={describedBy}>
        {!readOnly && <p className="quiet">{t(goals[shown.goal])}</p>}
        <ol ref={box} className={style.lines}>
          <li className={style.line}>
            <span className={style.num} aria-hidden>
              1
            </span>
            <span className={style.start}>
              <Content nodes={shown.start} inline />
            </span>
          </li>
          {all.lines.map((line, at) =>
            isRead(line) ? (
              <Line
                key={at}
                {...props}
                id={`${id}-${at}`}
                at={at}
                line={line}
                lineVerdict={lineVerdicts[at]}
                all={all}
                onActive={setActive}
              />
            ) : null,
          )}
        </ol>
        <p className="visually-hidden" aria-live="polite">
          {all.said}
        </p>
        {!readOnly && (
          <div className={style.next}>
            <Button
              wide
              icon={<Plus aria-hidden />}
              reason={all.isFull ? t('That’s the maximum number of lines.') : null}
              onClick={() => all.add(all.lines.length - 1)}
            >
              {t('Next line')}
            </Button>
          </div>
        )}
      </div>
      {!readOnly && (
        <div data-keypad>
          <MathKeys
            symbols={shown.symbols}
            asks={`${questionText} ${contentText(shown.start)} ${shown.goal === 'solved' ? '= solutions' : ''}`}
            field={active}
          />
        </div>
      )}
    </>
  )
}

type LineProps = Fields<'derivation'> & {
  id: string
  at: number
  line: string
  lineVerdict: PartVerdict | undefined
  all: ReturnType<typeof useLines>
  onActive: (field: MathHandle | null) => void
}

/** One line with its number, its field, and its verdict. */
function Line({
  id,
  at,
  line,
  lineVerdict,
  all,
  shown,
  readOnly,
  model = false,
  describedBy,
  onActive,
}: LineProps) {
  const num = numberOf(at)
  const isCorrect = lineVerdict?.status === 'correct'
  const reason = lineVerdict && translateSentence(lineVerdict.reason)
  return (
    <li className={style.line} data-line={at}>
      <span className={style.num} aria-hidden>
        {num}
      </span>
      <span className={style.field} onKeyDownCapture={(event) => !readOnly && all.hearKey(event, at)}>
        <MathPart
          part={{ kind: 'expression', symbols: shown.symbols }}
          name={t('Line {num}', { num })}
          given={line}
          status={lineVerdict?.status}
          readOnly={readOnly}
          model={model}
          describedBy={`${describedBy} ${id}`}
          onChange={(text) => typeof text === 'string' && all.change(at, text)}
          onEnter={() => all.add(at)}
          onFocus={onActive}
          onTextFocus={() => onActive(null)}
        />
      </span>
      {!readOnly && all.lines.length > 1 && (
        <button
          type="button"
          className={`${style.remove} center quiet rounded`}
          aria-label={t('Remove line {num}', { num })}
          onClick={() => all.remove(at)}
        >
          <X aria-hidden />
        </button>
      )}
      <span id={id} className={style.verdict} data-status={lineVerdict?.status}>
        {isCorrect && <Check size={18} aria-hidden />}
        {(lineVerdict?.status === 'incorrect' || lineVerdict?.status === 'invalid') && (
          <CircleAlert size={18} aria-hidden />
        )}
        {isCorrect ? <span className="visually-hidden">{t('Follows from the line before.')}</span> : reason}
      </span>
    </li>
  )
}
