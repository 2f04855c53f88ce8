import { type RefObject, useEffect, useRef } from 'react'
import { t } from '#shared/language.ts'
import type { Fields } from '../../answering/fields.ts'
import style from './SentenceFields.module.css'
import { Tiles } from '../Tiles.tsx'
import { placesOf, sentenceOf } from './tile-order.ts'

const longest = 500

const names = {
  line: 'Your sentence',
  bank: 'Words to choose from',
  one: 'word',
  empty: 'Tap the words in order.',
}

/** Field for a sentence that is typed or built from words. */
export function SentenceFields({
  shown,
  given,
  verdict,
  readOnly,
  judged,
  describedBy,
  onChange,
  onEnter,
}: Fields<'sentence'>) {
  const status = readOnly || verdict?.status === 'invalid' ? verdict?.status : undefined
  if (readOnly) {
    return (
      <p className={`${style.said} pad-3-4 surface rounded wide`} data-status={status}>
        {given.text}
      </p>
    )
  }
  if (shown.words) {
    const words = shown.words
    return (
      <Tiles
        tiles={words.map((word) => ({ words: word }))}
        places={placesOf(words, given.text) ?? []}
        names={names}
        describedBy={describedBy}
        onChange={(places) => onChange({ kind: 'sentence', text: sentenceOf(words, places) })}
      />
    )
  }
  return (
    <TypedSentence
      text={given.text}
      status={status}
      judged={judged}
      describedBy={describedBy}
      onChange={onChange}
      onEnter={onEnter}
    />
  )
}

type TypedProps = Pick<Fields<'sentence'>, 'judged' | 'describedBy' | 'onChange' | 'onEnter'> & {
  text: string
  status: string | undefined
}

function TypedSentence({ text, status, judged, describedBy, onChange, onEnter }: TypedProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useStart(field, judged)
  return (
    <textarea
      ref={field}
      className={`${style.field} pad-3-4 surface rounded wide`}
      data-status={status}
      rows={2}
      aria-label={t('Your answer')}
      aria-describedby={describedBy}
      aria-invalid={status === 'invalid' || undefined}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={longest}
      value={text}
      onChange={({ currentTarget: { value } }) => onChange({ kind: 'sentence', text: value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}

/**
 * Focuses the field so that typing can start immediately. Skipped on touch devices, where the on-screen
 * keyboard would hide half the question.
 */
function useStart(field: RefObject<HTMLTextAreaElement | null>, judged: boolean) {
  useEffect(() => {
    if (!matchMedia('(pointer: fine)').matches) return
    field.current?.focus()
    if (judged) field.current?.select()
  }, [field, judged])
}
