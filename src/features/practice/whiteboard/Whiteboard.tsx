import { Eraser, Pen } from 'lucide-react'
import { memo, useContext, useLayoutEffect, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { simplified } from '#features/questions/answering/drawing/strokes.ts'
import { useStroke } from '#features/questions/answering/drawing/use-stroke.ts'
import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { Tools } from '#features/questions/answering/Tools.tsx'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { ReadOnly } from '#ui/read-only.ts'
import { useWidth } from '#ui/use-width.ts'
import { may, useMe } from '#web/session.tsx'
import type { WorkQuestion } from '../api.ts'
import type { Viewer } from '../rules.ts'
import { workCan } from '../work-actions.ts'
import {
  type Ink,
  maxAcross,
  maxDown,
  maxStrokes,
  pathOf,
  piecesOf,
  type Stroke,
  strokeAt,
} from './strokes.ts'
import { useWhiteboard, type WhiteboardRef } from './use-whiteboard.ts'
import style from './Whiteboard.module.css'

type Tool = Ink | 'eraser'

const toolsOf: Record<Viewer, readonly Tool[]> = {
  staff: ['red', 'blue', 'eraser'],
  student: ['green', 'eraser'],
  parent: [],
}
const toolWords: Record<Tool, string> = {
  red: 'Red pen',
  blue: 'Blue pen',
  green: 'Pen',
  eraser: 'Eraser',
}
const whose: Record<Viewer, string> = {
  staff: 'Red and blue: staff. Green: the student.',
  student: 'Red and blue: your teacher. Green: you.',
  parent: 'Red and blue: the teacher. Green: your child.',
}

/** Returns true if the viewer may draw now. Students may draw while the work is in progress. */
function useMayDraw(role: Viewer, { kind, state }: WorkQuestion) {
  const me = useMe()
  const readOnly = useContext(ReadOnly)
  if (role === 'staff') return may(me, 'work.grade') && readOnly === null
  return role === 'student' && workCan('answer', { kind, state })
}

type WhiteboardProps = Pick<WhiteboardRef, 'viewer' | 'workId'> & {
  question: WorkQuestion
}

/**
 * A question with what staff and the student drew on it. The question looks the same on every screen, only
 * larger or smaller: its lines break at the same words, so that strokes stay in place.
 */
export function Whiteboard({ viewer, workId, question }: WhiteboardProps) {
  const draws = useMayDraw(viewer.role, question)
  const { strokes, query, change, undo, redo } = useWhiteboard({
    viewer,
    workId,
    n: question.sequenceQuesNum,
  })
  const tools = draws ? toolsOf[viewer.role] : []
  const [chosen, choose] = useState<Tool | null>(question.whiteboard ? null : (tools[0] ?? null))
  const tool = chosen && tools.includes(chosen) ? chosen : null
  const isFull = strokes.length >= maxStrokes
  const own = strokes.filter(({ ink }) => (ink === 'green') === (viewer.role === 'student'))
  const erase = (ids: readonly string[]) => ids.length > 0 && change({ drawn: [], erased: ids })
  return (
    <div className={`${style.whiteboard} grid column gap-2 shrinks`}>
      <Sheet
        question={question}
        strokes={strokes}
        erasable={viewer.role === 'student' ? own : strokes}
        tool={isFull && tool !== 'eraser' ? null : tool}
        onDraw={(drawn) => change({ drawn, erased: [] })}
        onErase={erase}
      />
      {query.error && !query.data && (
        <ErrorState
          title={t('The drawing couldn’t be loaded.')}
          message={sentenceFor(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      <p className={`${style.whose} quiet small`}>{t(whose[viewer.role])}</p>
      {tools.length > 0 && (
        <div className="cluster gap-1">
          <div className={`${style.pens} cluster gap-1`} role="group" aria-label={t('Pens')}>
            {tools.map((each) => (
              <Button
                key={each}
                kind="quiet"
                icon={each === 'eraser' ? <Eraser aria-hidden /> : <Pen aria-hidden data-ink={each} />}
                aria-pressed={tool === each}
                onClick={() => choose(tool === each ? null : each)}
              >
                {t(toolWords[each])}
              </Button>
            ))}
          </div>
          <Tools
            undo={undo ?? null}
            redo={redo ?? null}
            clear={own.length > 0 ? () => erase(own.map(({ _id }) => _id)) : null}
          />
        </div>
      )}
      {isFull && draws && (
        <p className={style.full} role="status">
          {t('The whiteboard is full. Erase something first.')}
        </p>
      )}
    </div>
  )
}

type SheetProps = {
  question: WorkQuestion
  strokes: readonly Stroke[]
  /** Strokes that this viewer may erase. */
  erasable: readonly Stroke[]
  /** Tool in use; null while drawing is off, so that the page can be scrolled. */
  tool: Tool | null
  onDraw: (strokes: Stroke[]) => void
  onErase: (ids: string[]) => void
}

function Sheet({ question, strokes, erasable, tool, onDraw, onErase }: SheetProps) {
  const { ref, width } = useWidth<HTMLDivElement>()
  const { ref: page, size } = useSize()
  const [line, setLine] = useState<readonly number[]>([])
  const [erased, setErased] = useState<ReadonlySet<string>>(new Set())
  const scale = size.width > 0 ? width / size.width : 1
  const down = size.width > 0 ? Math.min(maxDown, Math.round((size.height / size.width) * maxAcross)) : 0
  const handlers = useStroke<SVGSVGElement>({
    resting: tool === null || width === 0,
    pointAt: (x, y) => [within((x / width) * maxAcross, maxAcross), within((y / width) * maxAcross, down)],
    onMove: (points, from) => {
      if (tool !== 'eraser') return setLine([...points])
      const hit = touched(erasable, points.slice(from))
      if (hit.length > 0) setErased((now) => new Set([...now, ...hit]))
    },
    onEnd: (points) => {
      setLine([])
      setErased(new Set())
      if (tool === 'eraser') onErase([...new Set(touched(erasable, points))])
      else if (tool)
        onDraw(piecesOf(simplified(points)).map((piece) => ({ _id: newId(), ink: tool, points: piece })))
    },
  })
  const words = drawingWords(strokes)
  return (
    <>
      <div
        ref={ref}
        className={`${style.sheet} rounded`}
        style={{ blockSize: size.height * scale || undefined }}
      >
        <div ref={page} className={style.page} data-audience="child" style={{ transform: `scale(${scale})` }}>
          <QuestionStatement question={question} />
        </div>
        <svg
          className={style.drawing}
          viewBox={`0 0 ${maxAcross} ${down}`}
          role="img"
          aria-label={words}
          data-draws={tool !== null || undefined}
          {...handlers}
        >
          {strokes.map(
            ({ _id, ...stroke }) =>
              !erased.has(_id) && <Line key={_id} ink={stroke.ink} points={stroke.points} />,
          )}
          {line.length > 0 && tool && tool !== 'eraser' && <Line ink={tool} points={line} />}
        </svg>
      </div>
      <p role="status" className="visually-hidden">
        {words}
      </p>
    </>
  )
}

const Line = memo(function Line({ ink, points }: { ink: Ink; points: readonly number[] }) {
  return <path d={pathOf(points)} data-ink={ink} />
})

const within = (value: number, end: number) => Math.min(Math.max(Math.round(value), 0), end)

/** Returns the ids of the strokes at these points. */
const touched = (strokes: readonly Stroke[], points: readonly number[]) =>
  points.flatMap((x, at) => {
    const stroke = at % 2 === 0 ? strokeAt(strokes, [x, points[at + 1] ?? 0]) : undefined
    return stroke ? [stroke._id] : []
  })

/** Describes the drawing for people who can't see it. */
function drawingWords(strokes: readonly Stroke[]) {
  const ofStudent = strokes.filter(({ ink }) => ink === 'green').length
  return strokes.length === 0
    ? t('Whiteboard, empty')
    : t('Whiteboard: {ofStaff} by the teacher, {ofStudent} by the student', {
        ofStaff: counted(strokes.length - ofStudent, 'stroke'),
        ofStudent: counted(ofStudent, 'stroke'),
      })
}

/**
 * Returns a ref and the size of its element before scaling. Width and height are 0 until they are measured.
 */
function useSize() {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    if (!ref.current) return
    const measure = ({ offsetWidth: width, offsetHeight: height }: HTMLDivElement) =>
      setSize({ width, height })
    const observer = new ResizeObserver(() => ref.current && measure(ref.current))
    measure(ref.current)
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, size }
}
