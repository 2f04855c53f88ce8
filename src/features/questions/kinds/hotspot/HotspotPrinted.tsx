import type { CSSProperties } from 'react'
import { visuals } from '#features/material/visuals/api.ts'
import { t } from '#shared/language.ts'
import { fileAddress } from '#web/api.ts'
import { Box } from '../Box.tsx'
import type { BlanksProps, RightAnswerProps } from '../KindScreens.tsx'
import { letterOf } from '../mc/given.ts'
import printed from '../Printed.module.css'
import { type Shape, spotIn } from './areas.ts'
import { AreaShapes } from './AreaShapes.tsx'
import { type Picture, positionOf } from './PictureSheet.tsx'
import style from './PrintedPicture.module.css'

type PrintedPictureProps = {
  picture: Picture
  areas: readonly { shape: Shape; letter: string }[]
  isSmall?: boolean
}

const PrintedPicture = ({ picture, areas, isSmall = false }: PrintedPictureProps) => (
  <span
    className={style.sheet}
    style={{ '--ratio': picture.width / picture.height } as CSSProperties}
    data-small={isSmall || undefined}
  >
    <img
      src={fileAddress(visuals.image, { image: picture.image })}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
    />
    <AreaShapes shapes={areas.map(({ shape }) => shape)} size={picture} lookOf={() => undefined} />
    {areas.map(({ shape, letter }, at) => (
      <b key={at} className={style.letter} style={positionOf(spotIn(shape))}>
        {letter}
      </b>
    ))}
  </span>
)

/**
 * The picture, with a letter and a box or bubble for each area. If students mark points on it, the areas are
 * left out.
 */
export function Blanks({ shown, bubbles = null }: BlanksProps<'hotspot'>) {
  const { picture } = shown
  if (shown.mode === 'points')
    return (
      <>
        <p className={printed.note}>
          {shown.most === 1
            ? t('Mark the place with an X.')
            : t('Mark up to {most} places, each with an X.', { most: shown.most })}
        </p>
        <PrintedPicture picture={picture} areas={[]} />
      </>
    )
  return (
    <>
      {shown.pickMany && <p className={printed.note}>{t('Check all correct answers.')}</p>}
      <PrintedPicture
        picture={picture}
        areas={shown.areas.map(({ shape }, at) => ({ shape, letter: letterOf(at) }))}
      />
      <ol className={`${printed.choices} cluster`}>
        {shown.areas.map((_, at) => (
          <li key={at}>
            <Box bubble={bubbles && String(at)} />
            <span>{letterOf(at)}</span>
          </li>
        ))}
      </ol>
    </>
  )
}

export function RightAnswer({ answers: { mode, picture, areas } }: RightAnswerProps<'hotspot'>) {
  const right = areas.flatMap(({ shape, name, isRight }, at) =>
    isRight ? [{ shape, name, letter: letterOf(at) }] : [],
  )
  return (
    <>
      {right.map(({ name, letter }) => (
        <span key={letter} className={printed.listed}>
          {mode === 'areas' ? `${letter} ${name}` : name}
        </span>
      ))}
      <PrintedPicture picture={picture} areas={right} isSmall />
    </>
  )
}
