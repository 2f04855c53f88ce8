import { encode } from 'uqr'
import style from './QrCode.module.css'

type QrCodeProps = {
  /** The text to encode, up to a few hundred characters. */
  text: string
  /** Purpose of the code, for screen readers. */
  label: string
}

/** A QR code, black on white in every theme, with the quiet zone that cameras need. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      className={style.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} />
    </svg>
  )
}
