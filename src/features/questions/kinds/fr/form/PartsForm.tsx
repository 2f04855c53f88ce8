import { Menu } from '@mantine/core'
import { Plus, Rows3 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { t } from '#shared/language.ts'
import { movedTo } from '../../../editing/draft.ts'
import { sourcesOf } from '../follow-through.ts'
import type { Part } from '../fr.ts'
import { isNumbered, partNumber } from '../given.ts'
import { Button } from '#ui/Button.tsx'
import { Choice } from '../../mc/Choice.tsx'
import { PartCard } from './PartCard.tsx'
import {
  emptyPart,
  type PartKind,
  partKinds,
  partKindWords,
  withKeyParts,
  withParts,
} from '../../../editing/answers/answer-kinds.ts'
import { withOptions } from '../../../editing/answers/moved-answers.ts'
import type { FormProps } from '../../KindScreens.tsx'

const maxParts = 50

const arrangements: Record<string, string> = {
  line: 'One after the other',
  '2 columns': 'Table with 2 columns',
  '3 columns': 'Table with 3 columns',
  '4 columns': 'Table with 4 columns',
  '5 columns': 'Table with 5 columns',
  '6 columns': 'Table with 6 columns',
  '7 columns': 'Table with 7 columns',
  '8 columns': 'Table with 8 columns',
}

const columnsOf = (count: number): string => `${count} columns`

/** Returns empty parts for another row of a table, of the same kinds as in the last row. */
const nextRow = (parts: readonly Part[], columns = 0) =>
  parts.slice(-columns).map(({ kind }) => emptyPart(kind))

/** Form for the parts of a free-response answer, in order. */
export function PartsForm({ answers, draft, set, faults, texts }: FormProps<'fr'>) {
  const { parts } = answers
  const places = parts.map((_, at) => at)
  const put = (next: Part[]) => set({ answers: withKeyParts(answers, next, places) })
  const order = (next: readonly number[]) => set(withParts(answers, draft.tests, next))
  const { list, focusOn } = useFocusAdded()
  const add = (kind: PartKind) => {
    focusOn(parts.length)
    put([...parts, emptyPart(kind)])
  }
  return (
    <>
      <ol ref={list} className="stack gap-2" aria-label={t('Parts')}>
        {parts.map((part, at) => (
          <PartCard
            key={at}
            part={part}
            at={at}
            num={isNumbered(part) ? partNumber(parts, at) : null}
            count={parts.length}
            sources={sourcesOf(parts, at)}
            faults={faults[`part ${at}`] ?? []}
            texts={texts}
            onChange={(next, options) =>
              options
                ? set(withOptions(answers, draft.tests, { at, part: next, order: options }))
                : put(parts.with(at, next))
            }
            onMove={(from, to) => order(movedTo(places, from, to))}
            onDrop={() => order(places.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <div className="cluster middle gap-2">
        {parts.length < maxParts && <AddPart onAdd={add} />}
        {answers.columns !== undefined && parts.length + answers.columns <= maxParts && (
          <Button
            icon={<Rows3 aria-hidden />}
            onClick={() => put([...parts, ...nextRow(parts, answers.columns)])}
          >
            {t('Add row')}
          </Button>
        )}
      </div>
      <Choice
        label={t('Arrangement')}
        words={arrangements}
        value={answers.columns === undefined ? 'line' : columnsOf(answers.columns)}
        onChange={(value) => set({ answers: { ...answers, columns: Number.parseInt(value) || undefined } })}
      />
    </>
  )
}

/** Focuses the first field of an added part, so that its key can be typed. */
function useFocusAdded() {
  const list = useRef<HTMLOListElement>(null)
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    const part = wanted.current === null ? undefined : list.current?.children[wanted.current]
    if (!part) return
    wanted.current = null
    ;(part.querySelector<HTMLElement>('input, textarea') ?? part.querySelector('select'))?.focus()
  })
  return { list, focusOn: (at: number) => (wanted.current = at) }
}

function AddPart({ onAdd }: { onAdd: (kind: PartKind) => void }) {
  return (
    <div>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button icon={<Plus aria-hidden />}>{t('Add part')}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {partKinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => onAdd(kind)}>
              {t(partKindWords[kind])}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
