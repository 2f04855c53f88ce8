import { type ComponentProps, type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { visuals } from '#features/material/visuals/api.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { fileAddress } from '#web/api.ts'
import type { ShownOf } from '../given.ts'
import { side, type Spot } from './areas.ts'
import style from './Picture.module.css'

export type Picture = ShownOf<'hotspot'>['picture']

/** Returns the CSS of a position on the picture. */
export const positionOf = ({ x, y }: Spot) => ({ left: `${x / 10}%`, top: `${y / 10}%` })

const onPicture = (share: number) => Math.min(side, Math.max(0, Math.round(share * side)))

/**
 * Returns the position on the picture that a pointer points to, or the nearest one if it points outside the
 * picture.
 */
export function spotOf({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Spot {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: onPicture((clientX - left) / width), y: onPicture((clientY - top) / height) }
}

/** Distance in pixels that a pointer may move without dragging. */
export const still = 6

/** Returns the number of the handle that a pointer is on, or null. */
export function handleAt({ target }: PointerEvent<HTMLElement>) {
  const handle = target instanceof Element ? target.closest<HTMLElement>('[data-point]') : null
  return handle && Number(handle.dataset['point'])
}

type PictureSheetProps = Pick<
  ComponentProps<'div'>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
> & {
  picture: Picture
  /** True if the picture responds to taps. */
  isOpen: boolean
  status?: string | undefined
  /** Drawings and controls over the picture. */
  children: ReactNode
}

/** A picture, as large as the page allows, with drawings and controls over it. */
export function PictureSheet({ picture, isOpen, status, children, ...handlers }: PictureSheetProps) {
  const [tries, setTries] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  const { image, width, height, alt } = picture
  if (hasFailed)
    return (
      <div className={`${style.failed} stack top gap-2 pad-3-4 warn-ground rounded`} role="alert">
        <p>{t('The picture didn’t load.')}</p>
        <Button
          reads
          onClick={() => {
            setHasFailed(false)
            setTries(tries + 1)
          }}
        >
          {t('Try again')}
        </Button>
      </div>
    )
  return (
    <div
      className={style.sheet}
      style={{ '--ratio': width / height } as CSSProperties}
      data-open={isOpen || undefined}
      data-status={status}
      {...(isOpen ? handlers : {})}
    >
      <img
        key={tries}
        className={style.picture}
        src={fileAddress(visuals.image, { image })}
        width={width}
        height={height}
        alt={alt || t('Picture')}
        draggable={false}
        onError={() => setHasFailed(true)}
      />
      {children}
    </div>
  )
}
