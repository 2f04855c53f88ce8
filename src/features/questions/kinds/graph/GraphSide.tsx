import { FlipHorizontal2, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { pointsOf, rolesOf } from './points.ts'
import { Button } from '#ui/Button.tsx'
import { Keypad } from '#ui/Keypad.tsx'
import { NumberKeypad } from '#ui/NumberKeypad.tsx'
import { Segments } from '#ui/Segments.tsx'
import type { Fields } from '../../answering/fields.ts'
import { Tools } from '../../answering/Tools.tsx'
import style from './GraphPaper.module.css'
import { coordinateOf, inFigures, isOn, type Point } from './axes.ts'
import { otherSide } from './figure-path.ts'
import { nameOf, type Points } from './use-points.ts'

type GraphSideProps = Pick<Fields<'graph'>, 'shown'> & { points: Points }

/** Explains why no more points can be added. */
function enough(type: keyof typeof pointsOf) {
  const { most } = pointsOf[type]
  return most === null
    ? t('That’s the maximum number of points.')
    : t('You’ve already added all {most} points.', { most })
}

/**
 * Table of the points, with keys for the selected point. Students use it to enter exact coordinates, or if
 * they can't see the paper.
 */
export function GraphSide({ shown, points }: GraphSideProps) {
  const { drawType, labeled } = shown
  const { points: all, selected, rename } = points
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const named = labeled && selected !== null ? all[selected] : undefined
  return (
    <div className={`${style.side} grid gap-3`} data-keypad>
      <Tools undo={points.undo} redo={points.redo} clear={points.clear}>
        <Button
          data-add
          kind="quiet"
          icon={<Plus aria-hidden />}
          reason={points.add ? null : enough(drawType)}
          onClick={() => points.add?.()}
        >
          {t('Add a point')}
        </Button>
      </Tools>
      {drawType === 'halfPlane' && <Boundary points={points} />}
      {all.length > 0 && <Table shown={shown} points={points} onField={setField} />}
      {field ? (
        <NumberKeypad field={field} />
      ) : (
        named &&
        selected !== null && (
          <Names
            of={nameOf(named, selected, drawType)}
            name={named.label ?? ''}
            onName={(name) => rename(selected, name)}
          />
        )
      )}
    </div>
  )
}

/** Choices for a half-plane: a solid or dashed boundary, and the side to shade. */
function Boundary({ points: { axes, points, dashed, setDashed, put, place } }: { points: Points }) {
  const side = otherSide(points, axes)
  return (
    <div className="stack gap-2">
      <Segments
        label={t('Boundary')}
        segments={[
          { value: 'solid', label: t('Solid line') },
          { value: 'dashed', label: t('Dashed line') },
        ]}
        value={dashed ? 'dashed' : 'solid'}
        onChange={(value) => setDashed(value === 'dashed')}
      />
      <Button
        kind="quiet"
        icon={<FlipHorizontal2 aria-hidden />}
        reason={side ? null : t('Put two points on the boundary first.')}
        onClick={() => side && (points[2] ? put(2, side) : place(side))}
      >
        {points[2] ? t('Shade the other side') : t('Shade a side')}
      </Button>
    </div>
  )
}

type TableProps = GraphSideProps & { onField: (field: HTMLInputElement | null) => void }

function Table({ shown, points, onField }: TableProps) {
  const { drawType, graphType, labeled } = shown
  const { axes, points: all, selected, put, remove, rename, select } = points
  return (
    <table className={style.table}>
      <caption className="visually-hidden">{t('Points')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Point')}</th>
          <th scope="col">{graphType === 'line' ? t('at') : 'x'}</th>
          {graphType !== 'line' && <th scope="col">y</th>}
          {labeled && <th scope="col">{t('Name')}</th>}
          <th scope="col">
            <span className="visually-hidden">{t('Remove')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {all.map((point, at) => (
          <tr
            key={at}
            data-selected={selected === at || undefined}
            onFocus={() => select(at)}
            onBlur={() => onField(null)}
          >
            <th scope="row">{rolesOf[drawType]?.[at] ? nameOf(point, at, drawType) : at + 1}</th>
            {(graphType === 'line' ? (['x'] as const) : (['x', 'y'] as const)).map((along) => (
              <td key={along}>
                <Coordinate
                  name={
                    graphType === 'line'
                      ? t('{point}, position', { point: nameOf(point, at, drawType) })
                      : `${nameOf(point, at, drawType)}, ${along}`
                  }
                  value={point[along]}
                  isOff={
                    !isOn(
                      { ...point, [along === 'x' ? 'y' : 'x']: axes[along === 'x' ? 'y' : 'x'].min },
                      axes,
                      graphType,
                    )
                  }
                  onFocus={onField}
                  onChange={(value) => put(at, { ...point, [along]: value })}
                />
              </td>
            ))}
            {labeled && (
              <td>
                <Name point={point} at={at} onChange={(name) => rename(at, name)} />
              </td>
            )}
            <td>
              <button
                type="button"
                className={`${style.remove} center quiet rounded`}
                aria-label={t('Remove {point}', { point: nameOf(point, at, drawType) })}
                onClick={() => remove(at)}
              >
                <Trash2 aria-hidden />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CoordinateProps = {
  name: string
  value: number
  isOff: boolean
  onFocus: (field: HTMLInputElement) => void
  onChange: (value: number) => void
}

/**
 * Field for a coordinate. Keeps the text as typed while the field has the focus. The point moves whenever the
 * text is a number.
 */
function Coordinate({ name, value, isOff, onFocus, onChange }: CoordinateProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      className={`${style.coordinate} tabular text-center surface rounded wide`}
      aria-label={name}
      aria-invalid={isOff || (typed !== null && coordinateOf(typed) === null) || undefined}
      inputMode="none"
      autoComplete="off"
      maxLength={20}
      value={typed ?? inFigures(value)}
      onFocus={({ currentTarget }) => {
        onFocus(currentTarget)
        currentTarget.select()
      }}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        const coordinate = coordinateOf(currentTarget.value)
        if (coordinate !== null && coordinate !== value) onChange(coordinate)
      }}
    />
  )
}

const Name = ({ point, at, onChange }: { point: Point; at: number; onChange: (name: string) => void }) => (
  <input
    className={`${style.coordinate} tabular text-center surface rounded wide`}
    aria-label={t('Name of point {num}', { num: at + 1 })}
    inputMode="none"
    autoCapitalize="characters"
    autoComplete="off"
    autoCorrect="off"
    spellCheck={false}
    maxLength={20}
    value={point.label ?? ''}
    onChange={({ currentTarget: { value } }) => onChange(value)}
  />
)

const nameKeys = [
  ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((key) => ({ key, kind: 'digit' as const })),
  { key: '′', name: 'Prime' },
  { key: 'none', name: 'No name', face: '×', kind: 'last' as const },
]

/** Keys to name a point with one tap. The prime key appends to the name. */
const Names = ({ of, name, onName }: { of: string; name: string; onName: (name: string) => void }) => (
  <>
    <p className="bold">{t('Name of {point}', { point: of.toLowerCase() })}</p>
    <Keypad
      legend={t('Name of {point}', { point: of.toLowerCase() })}
      keys={nameKeys}
      columns={6}
      onKey={(key) => onName(key === 'none' ? '' : key === '′' ? name + key : key)}
    />
  </>
)
