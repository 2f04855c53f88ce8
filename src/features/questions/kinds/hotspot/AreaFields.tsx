import { type PointerEvent, useEffect, useRef } from 'react'
import { t } from '#shared/language.ts'
import type { Fields } from '../../answering/fields.ts'
import { letterOf, withPick } from '../mc/given.ts'
import { LetterChoices } from '../mc/LetterChoices.tsx'
import { useLetterKeys } from '../mc/use-letter-keys.ts'
import { areaAt, spotIn } from './areas.ts'
import { AreaShapes } from './AreaShapes.tsx'
import type { ShownAreas } from './HotspotFields.tsx'
import style from './Picture.module.css'
import { PictureSheet, positionOf, spotOf } from './PictureSheet.tsx'

type AreaFieldsProps = Omit<Fields<'hotspot'>, 'shown' | 'given'> & {
  shown: ShownAreas
  picked: readonly number[]
}

/**
 * Outlined areas with letters. Students choose an area by tapping it, or with its button, letter or number.
 */
export function AreaFields({
  shown,
  picked,
  verdict,
  readOnly,
  label = t('Your answer'),
  describedBy,
  onChange,
  onEnter,
}: AreaFieldsProps) {
  const { areas, picture, pickMany } = shown
  const shapes = areas.map(({ shape }) => shape)
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (!readOnly)
      (box.current?.querySelector<HTMLElement>(':checked') ?? box.current?.querySelector('input'))?.focus({
        preventScroll: true,
      })
  }, [readOnly])
  const pick = (at: number) =>
    onChange({ kind: 'hotspot', mode: 'areas', picked: withPick(picked, at, pickMany) })
  const onKey = useLetterKeys({ box, count: areas.length, readOnly, indexOf: indexOfKey, pick, onEnter })
  const onTap = (event: PointerEvent<HTMLElement>) => {
    const at = event.button === 0 ? areaAt(shapes, spotOf(event), picture) : -1
    if (at >= 0) pick(at)
  }
  const status = readOnly ? verdict?.status : undefined
  return (
    <fieldset
      ref={box}
      className={`${style.areas} stack gap-3`}
      aria-describedby={describedBy}
      role={pickMany ? 'group' : 'radiogroup'}
      data-status={status}
    >
      <legend className={pickMany && !readOnly ? style.task : 'visually-hidden'}>
        {pickMany && !readOnly ? t('Choose every right area.') : label}
      </legend>
      <PictureSheet picture={picture} isOpen={!readOnly} status={status} onPointerUp={onTap}>
        <AreaShapes
          shapes={shapes}
          size={picture}
          lookOf={(at) => (picked.includes(at) ? 'picked' : undefined)}
        />
        {shapes.map((shape, at) => (
          <span
            key={at}
            className={style.letter}
            style={positionOf(spotIn(shape))}
            data-picked={picked.includes(at) || undefined}
            aria-hidden
          >
            {letterOf(at)}
          </span>
        ))}
      </PictureSheet>
      <LetterChoices
        names={areas.map(({ name }) => name)}
        {...{ picked, pickMany, readOnly, onKey }}
        isCorrect={status === 'correct'}
        onPick={pick}
      />
    </fieldset>
  )
}

/** Returns the index of the area for a letter or number key; -1 for any other key. */
function indexOfKey(key: string) {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-t]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : -1
}
