import { Plus, X } from 'lucide-react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/Segments.tsx'
import style from '../../editing/answers/AnswerForm.module.css'
import { Tools } from '../../answering/Tools.tsx'
import { letterOf } from '../mc/given.ts'
import { AreaSheet } from './AreaSheet.tsx'
import type { Picture } from './PictureSheet.tsx'
import { middleShape, withCorner } from './shape-handles.ts'
import type { Areas } from './use-areas.ts'

type AreaEditorProps = { picture: Picture; areas: Areas }

/** Areas drawn on the picture, and the list in which they are named and marked as right. */
export const AreaEditor = ({ picture, areas }: AreaEditorProps) => (
  <div className="stack gap-3" role="group" aria-label={t('Areas')}>
    <span className={style.label}>{t('Areas')}</span>
    <Segments
      label={t('Shape')}
      segments={[
        { value: 'rectangle', label: t('Rectangle') },
        { value: 'circle', label: t('Circle') },
        { value: 'polygon', label: t('Polygon') },
      ]}
      value={areas.tool}
      onChange={areas.choose}
      wraps
    />
    <p className="quiet">{taskOf(areas)}</p>
    <AreaSheet picture={picture} areas={areas} />
    <Tools undo={areas.undo} redo={areas.redo} clear={areas.clear}>
      <AddButtons areas={areas} />
    </Tools>
    {areas.areas.length > 0 && <AreaList areas={areas} />}
  </div>
)

function taskOf({ tool, corners }: Areas) {
  if (tool === 'circle') return t('Drag from the center of an area to its edge.')
  if (tool === 'rectangle') return t('Drag from one corner of an area to the opposite one.')
  return corners.length === 0
    ? t('Tap the corners of an area one after the other.')
    : t('Tap the next corner. After the last one, tap the first corner again.')
}

/** Buttons that add an area or a corner without a pointer, and finish a polygon. */
function AddButtons({ areas }: { areas: Areas }) {
  const { tool, corners, selected } = areas
  if (corners.length > 0)
    return (
      <>
        <Button
          reason={corners.length < 3 ? t('A polygon needs at least three corners.') : null}
          onClick={() => areas.add({ type: 'polygon', corners: [...corners] })}
        >
          {t('Finish polygon')}
        </Button>
        <Button kind="quiet" onClick={() => areas.setCorners([])}>
          {t('Cancel')}
        </Button>
      </>
    )
  const shape = selected === null ? undefined : areas.areas[selected]?.shape
  const last = shape?.type === 'polygon' ? shape.corners.length - 1 : -1
  const more = shape && withCorner(shape, last)
  return (
    <>
      <Button
        kind="quiet"
        icon={<Plus aria-hidden />}
        reason={areas.isFull ? t('That’s the maximum number of areas.') : null}
        onClick={() => areas.add(middleShape(tool))}
      >
        {t('Add area')}
      </Button>
      {shape?.type === 'polygon' && selected !== null && (
        <Button
          kind="quiet"
          icon={<Plus aria-hidden />}
          reason={more ? null : t('That’s the maximum number of corners.')}
          onClick={() => more && areas.put(selected, { shape: more })}
        >
          {t('Add corner')}
        </Button>
      )}
    </>
  )
}

const AreaList = ({ areas }: { areas: Areas }) => (
  <ul className="stack gap-1" aria-label={t('Names of the areas')}>
    {areas.areas.map(({ name, isRight }, at) => {
      const letter = letterOf(at)
      return (
        <li key={at} className={`${style.line} row middle gap-2 rounded wide`}>
          <input
            type="checkbox"
            className={style.mark}
            aria-label={t('Area {letter} is right', { letter })}
            checked={isRight}
            onChange={({ target }) => areas.put(at, { isRight: target.checked })}
          />
          <Button
            kind={areas.selected === at ? 'secondary' : 'quiet'}
            aria-label={t('Reshape area {letter}', { letter })}
            aria-pressed={areas.selected === at}
            onClick={() => areas.select(areas.selected === at ? null : at)}
          >
            {letter}
          </Button>
          <input
            className={`${style.input} pad-1-3 surface rounded target grow shrinks`}
            aria-label={t('Name of area {letter}', { letter })}
            placeholder={t('Name for screen readers')}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={({ target }) => areas.put(at, { name: target.value })}
          />
          <Button
            kind="quiet"
            icon={<X aria-hidden />}
            aria-label={t('Remove area {letter}', { letter })}
            onClick={() => areas.remove(at)}
          />
        </li>
      )
    })}
  </ul>
)
