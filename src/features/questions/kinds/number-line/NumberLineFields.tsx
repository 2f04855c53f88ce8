import { Plus, Trash2 } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/Segments.tsx'
import type { Fields } from '../../answering/fields.ts'
import { Tools } from '../../answering/Tools.tsx'
import graphStyle from '../graph/GraphPaper.module.css'
import { LineSheet } from './LineSheet.tsx'
import style from './NumberLine.module.css'
import { endsOf, rangesOf, textOfRange } from './ranges.ts'
import { nameOfEnd, type Ranges, useRanges } from './use-ranges.ts'

/**
 * Number line on which students mark points and intervals. A tap marks a point or one end of an interval, a
 * tap on an end includes or excludes it, and dragging or the arrow keys move it. Unless the line is
 * read-only, a list next to it has all points and intervals.
 */
export function NumberLineFields({
  shown,
  given,
  verdict,
  readOnly,
  describedBy,
  onChange,
}: Fields<'numberLine'>) {
  const line = useRanges({ shown, given, onChange })
  const { graphName } = shown.settings
  return (
    <>
      <div
        className={graphStyle.graph}
        role="group"
        aria-label={graphName || t('Number line')}
        aria-describedby={describedBy}
      >
        {graphName !== '' && <p className={graphStyle.title}>{graphName}</p>}
        {!readOnly && <p className={graphStyle.task}>{taskOf(line)}</p>}
        <LineSheet
          settings={shown.settings}
          line={line}
          readOnly={readOnly}
          status={readOnly ? verdict?.status : undefined}
        />
        <p className="visually-hidden" aria-live="polite">
          {line.announcement}
        </p>
        {readOnly && (
          <p className="visually-hidden">
            {rangesOf(given.text)
              .flatMap((range, at) => endsOf(range).map((end) => nameOfEnd(range, { at, end })))
              .join('. ')}
          </p>
        )}
      </div>
      {!readOnly && <Side line={line} />}
    </>
  )
}

function taskOf({ mode, begun, ranges, add }: Ranges) {
  if (add === null) return t('That’s the maximum number of points and intervals.')
  if (mode === 'point') return t('Tap the line to add a point.')
  if (begun !== null) return t('Tap the other endpoint, or an arrow if the interval goes on forever.')
  return ranges.length > 0
    ? t('Tap an endpoint to include or exclude it. Drag it to move it.')
    : t('Tap where the interval begins, then where it ends.')
}

/** Choice between points and intervals, tools, and the list of what is marked. */
const Side = ({ line }: { line: Ranges }) => (
  <div className={`${graphStyle.side} grid gap-3`} data-keypad>
    <Segments
      label={t('What to mark')}
      segments={[
        { value: 'interval', label: t('Interval') },
        { value: 'point', label: t('Point') },
      ]}
      value={line.mode}
      onChange={line.choose}
    />
    <Tools undo={line.undo} redo={line.redo} clear={line.clear}>
      <Button
        data-add
        kind="quiet"
        icon={<Plus aria-hidden />}
        reason={line.add ? null : t('That’s the maximum number of points and intervals.')}
        onClick={() => line.add?.()}
      >
        {line.mode === 'point' ? t('Add a point') : t('Add an interval')}
      </Button>
    </Tools>
    {line.ranges.length > 0 && (
      <ol className={`${style.list} stack gap-1`} aria-label={t('Points and intervals')}>
        {line.ranges.map((range, at) => (
          <li key={at} className="row middle gap-2 tabular">
            <span className="grow">{textOfRange(range)}</span>
            <button
              type="button"
              className={`${graphStyle.remove} center quiet rounded`}
              aria-label={t('Remove {point}', { point: textOfRange(range) })}
              onClick={() => line.remove(at)}
            >
              <Trash2 aria-hidden />
            </button>
          </li>
        ))}
      </ol>
    )}
  </div>
)
