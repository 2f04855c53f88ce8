import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '#shared/language.ts'
import type { Fields } from '../../answering/fields.ts'
import { Tools } from '../../answering/Tools.tsx'
import graphStyle from '../graph/GraphPaper.module.css'
import { AreaShapes } from './AreaShapes.tsx'
import { side, type Spot } from './areas.ts'
import type { ShownPoints } from './HotspotFields.tsx'
import style from './Picture.module.css'
import { PictureSheet, positionOf } from './PictureSheet.tsx'
import { spotInWords } from './spot-words.ts'
import { usePointer } from './use-pointer.ts'
import { type GivenPoints, movedByKey, nameOfSpot, type Spots, useSpots } from './use-spots.ts'

type PointFieldsProps = Omit<Fields<'hotspot'>, 'shown' | 'given'> & {
  shown: ShownPoints
  given: GivenPoints
}

/**
 * Picture on which students place points, with a tap or with a crosshair that the arrow keys move. A model
 * answer shows the right areas instead.
 */
export function PointFields({
  shown,
  given,
  verdict,
  readOnly,
  label = t('Your answer'),
  describedBy,
  onChange,
}: PointFieldsProps) {
  const spots = useSpots({ given, most: shown.most, onChange })
  const { dragged, handlers } = usePointer(spots)
  const { picture, most } = shown
  const { areas } = given
  const points = areas ? [] : dragged ? spots.points.with(dragged.at, dragged.spot) : spots.points
  return (
    <>
      <div
        className={`${style.areas} stack gap-2`}
        role="group"
        aria-label={label}
        aria-describedby={describedBy}
      >
        {!readOnly && (
          <p className={style.task}>
            {most === 1
              ? t('Tap the picture to place your point.')
              : t('Tap the picture to place up to {most} points.', { most })}
          </p>
        )}
        <PictureSheet
          picture={picture}
          isOpen={!readOnly}
          status={readOnly ? verdict?.status : undefined}
          {...handlers}
        >
          {!readOnly && <Crosshair spots={spots} />}
          {areas && <AreaShapes shapes={areas} size={picture} lookOf={() => 'right'} />}
          {points.map((spot, at) =>
            readOnly ? (
              <Mark key={at} spot={spot} />
            ) : (
              <PointHandle key={at} at={at} spot={spot} spots={spots} />
            ),
          )}
        </PictureSheet>
        <p className="visually-hidden" aria-live="polite">
          {spots.announcement}
        </p>
        {readOnly && points.length > 0 && (
          <p className="visually-hidden">{points.map((spot, at) => nameOfSpot(at, spot)).join('. ')}</p>
        )}
      </div>
      {!readOnly && <Side spots={spots} />}
    </>
  )
}

const Mark = ({ spot }: { spot: Spot }) => (
  <span className={style.point} style={positionOf(spot)} aria-hidden />
)

type PointHandleProps = { at: number; spot: Spot; spots: Spots }

/** A point that is moved with the arrow keys, farther with Shift, and removed with Delete. */
function PointHandle({ at, spot, spots }: PointHandleProps) {
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const to = movedByKey(spot, event)
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.currentTarget.closest('[data-open]')?.querySelector<HTMLElement>('[data-crosshair]')?.focus()
      spots.remove(at)
    } else if (to) spots.move(at, to)
    else return
    event.preventDefault()
  }
  return (
    <button
      type="button"
      className={`${graphStyle.handle} ${style.handle}`}
      style={positionOf(spot)}
      data-point={at}
      aria-label={nameOfSpot(at, spot)}
      onKeyDown={onKey}
    >
      <span className={style.dot} />
    </button>
  )
}

/** Distance from the crosshair within which a point is removed, in thousandths of the picture. */
const reach = 25

/** Crosshair for the keyboard: the arrow keys move it, Enter places a point, Delete removes one. */
function Crosshair({ spots }: { spots: Spots }) {
  const [spot, setSpot] = useState<Spot>({ x: side / 2, y: side / 2 })
  const help = useId()
  const remove = () => {
    const near = spots.points.findIndex(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) <= reach)
    if (near >= 0) spots.remove(near)
    else spots.announce(t('There is no point here.'))
  }
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const to = movedByKey(spot, event)
    if (event.key === 'Delete' || event.key === 'Backspace') remove()
    else if (to) {
      setSpot(to)
      spots.announce(spotInWords(to))
    } else return
    event.preventDefault()
  }
  return (
    <>
      <button
        type="button"
        className={style.crosshair}
        style={positionOf(spot)}
        data-crosshair
        aria-label={t('Crosshair: {place}', { place: spotInWords(spot) })}
        aria-describedby={help}
        onKeyDown={onKey}
        onClick={() => spots.place(spot)}
      />
      <span id={help} hidden>
        {t('Arrow keys move it. Hold Shift to move it farther. Enter places a point. Delete removes one.')}
      </span>
    </>
  )
}

/** Tools, and the list of points. */
const Side = ({ spots }: { spots: Spots }) => (
  <div className={`${graphStyle.side} grid gap-3`} data-keypad>
    <Tools undo={spots.undo} redo={spots.redo} clear={spots.clear} />
    {spots.points.length > 0 && (
      <ol className={`${style.list} stack gap-1`} aria-label={t('Points')}>
        {spots.points.map((spot, at) => (
          <li key={at} className="row middle gap-2 tabular">
            <span className="grow">{nameOfSpot(at, spot)}</span>
            <button
              type="button"
              className={`${graphStyle.remove} center quiet rounded`}
              aria-label={t('Remove point {num}', { num: at + 1 })}
              onClick={() => spots.remove(at)}
            >
              <Trash2 aria-hidden />
            </button>
          </li>
        ))}
      </ol>
    )}
  </div>
)
