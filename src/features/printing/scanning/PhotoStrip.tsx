import { useEffect, useRef } from 'react'
import { drawRows } from '#web/page-reader.ts'
import { type Gray, pixelOf } from '../reading/gray.ts'
import style from './Scanning.module.css'

type PhotoStripProps = {
  straight: Gray
  /** Top and bottom of the question in millimeters from the frame's top. The strip is slightly taller. */
  top: number
  bottom: number
  label: string
}

/** Part of a photographed page that shows a question. */
export function PhotoStrip({ straight, top, bottom, label }: PhotoStripProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawRows(canvas.current, straight, pixelOf(top - 3), pixelOf(bottom + 3))
  }, [straight, top, bottom])
  return <canvas ref={canvas} className={style.strip} role="img" aria-label={label} />
}
