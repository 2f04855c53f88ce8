import { type ComponentProps, type PointerEvent, useId, useRef } from 'react'
import { t } from '#shared/language.ts'
import { useWidth } from '#ui/use-width.ts'
import type { Fields } from '../../answering/fields.ts'
import { FigureDrawing } from './FigureDrawing.tsx'
import { figureInWords } from './figure-words.ts'
import { Dots, Grid, Shape } from './GraphDrawing.tsx'
import style from './GraphPaper.module.css'
import { GraphSide } from './GraphSide.tsx'
import { axesOf, isOn, paperOf, placeOf, type Spot, spotOf } from './axes.ts'
import { isFigure } from './points.ts'
import { nameOf, placeInWords, type Points, useDrag, usePoints } from './use-points.ts'

/** Instructions for each kind of drawing. */
const task = {
  point: 'Tap the graph to add a point.',
  line: 'Tap two points on the line.',
  segment: 'Tap both endpoints.',
  ray: 'Tap the endpoint, then another point.',
  polygon: 'Tap the corners in order.',
  circle: 'Tap the center, then a point on the circle.',
  parabola: 'Tap the vertex, then another point on the parabola.',
  absolute: 'Tap the vertex, then another point on the graph.',
  sine: 'Tap a point on the midline, then the next maximum or minimum.',
  exponential: 'Tap two points on the curve.',
  shiftedExponential: 'Tap two points on the curve, then anywhere on its asymptote.',
  halfPlane: 'Tap two points on the boundary, then the side to shade.',
} as const

/**
 * Graph paper. A tap adds a point at the nearest grid crossing; dragging or the arrow keys move a point.
 * Unless the paper is read-only, a table next to it lists all points.
 */
export function GraphPaper({ shown, given, verdict, readOnly, describedBy, onChange }: Fields<'graph'>) {
  const points = usePoints({ shown, given, onChange })
  const { drawType, labeled, settings } = shown
  const status = readOnly ? verdict?.status : undefined
  return (
    <>
      <div
        className={style.graph}
        role="group"
        aria-label={settings.graphName || t('Graph')}
        aria-describedby={describedBy}
      >
        {settings.graphName !== '' && <p className={style.title}>{settings.graphName}</p>}
        {!readOnly && (
          <p className={style.task}>
            {t(task[drawType])} {labeled && t('Name each point.')}
          </p>
        )}
        <Sheet shown={shown} points={points} readOnly={readOnly} status={status} />
        <p className="visually-hidden" aria-live="polite">
          {points.announcement}
        </p>
        {readOnly && (
          <p className="visually-hidden">
            {isFigure(drawType)
              ? figureInWords({ ...given, figure: drawType })
              : given.points
                  .map(
                    (point, at) => `${nameOf(point, at, drawType)}: ${placeInWords(point, shown.graphType)}.`,
                  )
                  .join(' ')}
          </p>
        )}
      </div>
      {!readOnly && <GraphSide shown={shown} points={points} />}
    </>
  )
}

type SheetProps = Pick<Fields<'graph'>, 'shown' | 'readOnly'> & { points: Points; status: string | undefined }

function Sheet({ shown, points, readOnly, status }: SheetProps) {
  const { drawType, graphType, settings } = shown
  const { ref, width } = useWidth<HTMLDivElement>()
  const help = useId()
  const axes = axesOf(settings)
  const paper = paperOf(axes, graphType, width)
  const { dragged, start, go, end, onKey } = useDrag(points, graphType, paper)
  const now = dragged ? points.points.with(dragged.at, dragged.point) : points.points
  const drawn = now.filter((point) => isOn(point, axes, graphType))
  const spots = drawn.map((point) => spotOf(point, axes, paper))
  const box = () => ref.current?.getBoundingClientRect()
  const handlers = useTap((spot) => points.place(placeOf(spot, axes, paper)), box)
  return (
    <div ref={ref} className={`${style.sheet} surface rounded`} data-status={status}>
      {width > 0 && (
        <svg
          className={style.drawing}
          data-open={!readOnly || undefined}
          width={width}
          height={paper.height}
          aria-hidden
          {...(readOnly ? {} : handlers)}
        >
          <Grid settings={settings} type={graphType} paper={paper} />
          {isFigure(drawType) ? (
            <FigureDrawing figure={drawType} points={now} dashed={points.dashed} axes={axes} paper={paper} />
          ) : (
            <Shape drawType={drawType} spots={spots} paper={paper} />
          )}
          <Dots points={drawn} spots={spots} selected={readOnly ? null : points.selected} />
        </svg>
      )}
      {!readOnly &&
        now.map((point, at) => {
          if (!isOn(point, axes, graphType)) return null
          const spot = spotOf(point, axes, paper)
          return (
            <Handle
              key={at}
              name={t('{point} at {place}', {
                point: nameOf(point, at, drawType),
                place: placeInWords(point, graphType),
              })}
              help={help}
              autoFocus={points.selected === at}
              style={{ left: spot.x, top: spot.y }}
              onPointerDown={(event) => start(event, at)}
              onPointerMove={go}
              onPointerUp={(event) => end(event, box())}
              onPointerCancel={(event) => end(event, box())}
              onFocus={() => points.select(at)}
              onKeyDown={(event) => onKey(event, at)}
            />
          )
        })}
      <span id={help} hidden>
        {t('Arrow keys move it. Delete removes it.')}
      </span>
      {dragged && (
        <DragPosition
          spot={spotOf(dragged.point, axes, paper)}
          words={placeInWords(dragged.point, graphType)}
        />
      )}
    </div>
  )
}

const tremble = 10

/**
 * Detects a tap and reports its position on the paper in pixels. A moving finger scrolls the page instead.
 */
function useTap(onTap: (spot: Spot) => void, box: () => DOMRect | undefined) {
  const from = useRef<Spot | null>(null)
  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    const [began, on] = [from.current, box()]
    from.current = null
    if (began && on && Math.hypot(clientX - began.x, clientY - began.y) <= tremble)
      onTap({ x: clientX - on.left, y: clientY - on.top })
  }
  return {
    onPointerDown: ({ button, clientX, clientY }: PointerEvent) =>
      (from.current = button === 0 ? { x: clientX, y: clientY } : null),
    onPointerUp,
    onPointerCancel: () => (from.current = null),
  }
}

type HandleProps = ComponentProps<'button'> & { name: string; help: string }

/** Handle of a point, as wide as a finger. The handle of a new point gets the focus. */
const Handle = ({ name, help, ...rest }: HandleProps) => (
  <button type="button" className={style.handle} aria-label={name} aria-describedby={help} {...rest} />
)

/** Shows where a dragged point will land, above the finger that hides it. */
const DragPosition = ({ spot, words }: { spot: Spot; words: string }) => (
  <span className={`${style.where} nowrap tabular rounded`} style={{ left: spot.x, top: spot.y }} aria-hidden>
    {words}
  </span>
)
