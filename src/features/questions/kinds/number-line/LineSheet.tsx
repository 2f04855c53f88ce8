import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { t } from '#shared/language.ts'
import { useWidth } from '#ui/use-width.ts'
import type { Axis, Paper } from '../graph/axes.ts'
import graphStyle from '../graph/GraphPaper.module.css'
import type { GraphSettings } from '../graph/settings.ts'
import { LineDrawing } from './LineDrawing.tsx'
import style from './NumberLine.module.css'
import { endsOf, layoutOf, neighbor, type Range, spotOf, valueAt, withEnd } from './ranges.ts'
import { nameOfEnd, type RangeEnd, type Ranges } from './use-ranges.ts'

type LineSheetProps = {
  settings: GraphSettings
  line: Ranges
  readOnly: boolean
  status: string | undefined
}

/** The number line itself, with a handle for each end that can be moved. */
export function LineSheet({ settings, line, readOnly, status }: LineSheetProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const help = useId()
  const { axis, ranges, selected, select, toggle } = line
  const paper = layoutOf(axis, width)
  const { dragged, handlers } = usePointer(line, paper)
  const onKey = keyHandler(line)
  const now = dragged ? ranges.with(dragged.at, dragged.range) : ranges
  return (
    <div
      ref={ref}
      className={`${style.sheet} surface rounded`}
      data-status={status}
      {...(readOnly ? {} : handlers)}
    >
      {width > 0 && (
        <svg
          className={graphStyle.drawing}
          data-open={!readOnly || undefined}
          width={width}
          height={paper.height}
          aria-hidden
        >
          <LineDrawing settings={settings} paper={paper} ranges={now} begun={line.begun} />
        </svg>
      )}
      {!readOnly &&
        now.flatMap((range, at) =>
          endsOf(range).map((end) => (
            <button
              key={`${at} ${end}`}
              type="button"
              className={graphStyle.handle}
              style={{ left: spotOf(range[end], axis, paper), top: paper.top }}
              aria-label={nameOfEnd(range, { at, end })}
              aria-describedby={help}
              autoFocus={selected?.at === at && selected.end === end}
              data-end={`${at} ${end}`}
              onFocus={() => select({ at, end })}
              // The handles can overlap, so the line itself responds to taps with a pointer.
              onClick={({ detail }) => detail === 0 && toggle({ at, end })}
              onKeyDown={(event) => onKey(event, { at, end })}
            />
          )),
        )}
      <span id={help} hidden>
        {t('Arrow keys move it. Enter includes or excludes it. Delete removes it.')}
      </span>
    </div>
  )
}

/**
 * Returns a key handler that moves an end with the arrow keys, farther with Shift, and removes its range with
 * Delete.
 */
function keyHandler({ axis, ranges, move, remove }: Ranges) {
  return (event: KeyboardEvent<HTMLElement>, which: RangeEnd) => {
    const range = ranges[which.at]
    const direction = ({ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 } as const)[event.key]
    if (!range) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      document.querySelector<HTMLElement>('[data-add]')?.focus()
      remove(which.at)
    } else if (direction) {
      const step = event.shiftKey ? axis.major : axis.minor
      move(which, neighbor(range[which.end], direction, step, axis))
    } else return
    event.preventDefault()
  }
}

/** Distances in pixels: how far a finger may move without dragging, and how near it must be to hit an end. */
const still = 6
const reach = 22

type Drag = { x: number; y: number; which: RangeEnd | null; isMoved: boolean }

/** Returns the end nearest to a position, if one is within reach. */
function endAt(x: number, ranges: readonly Range[], axis: Axis, paper: Paper): RangeEnd | null {
  const ends = ranges.flatMap((range, at) =>
    endsOf(range).map((end) => ({ which: { at, end }, away: Math.abs(spotOf(range[end], axis, paper) - x) })),
  )
  const [nearest] = ends.toSorted((one, other) => one.away - other.away)
  return nearest && nearest.away <= reach ? nearest.which : null
}

/**
 * Handles a pointer on the line: a tap marks a value, a tap on an end includes or excludes the end, and
 * dragging moves the end. A finger that moves elsewhere scrolls the page.
 */
function usePointer({ axis, ranges, begun, select, mark, move, toggle }: Ranges, paper: Paper) {
  const drag = useRef<Drag | null>(null)
  const [dragged, setDragged] = useState<{ at: number; range: Range } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    const { clientX, clientY, currentTarget, pointerId } = event
    const x = clientX - currentTarget.getBoundingClientRect().left
    // While an interval is being marked, a tap always marks its second end, even near another end.
    const which = begun === null ? endAt(x, ranges, axis, paper) : null
    drag.current = { x: clientX, y: clientY, which, isMoved: false }
    if (!which) return
    // Focuses this end rather than the topmost handle.
    event.preventDefault()
    currentTarget.setPointerCapture(pointerId)
    currentTarget.querySelector<HTMLElement>(`[data-end="${which.at} ${which.end}"]`)?.focus()
    select(which)
  }
  const valueOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    valueAt(clientX - currentTarget.getBoundingClientRect().left, axis, paper)
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current
    const range = from?.which && ranges[from.which.at]
    if (!from?.which || !range) return
    from.isMoved ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > still
    if (from.isMoved)
      setDragged({ at: from.which.at, range: withEnd(range, from.which.end, valueOf(event), axis) })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current
    drag.current = null
    setDragged(null)
    if (!from) return
    if (from.which) return from.isMoved ? move(from.which, valueOf(event)) : toggle(from.which)
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= still) mark(valueOf(event))
  }
  const onPointerCancel = () => {
    drag.current = null
    setDragged(null)
  }
  return { dragged, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}
