import { useLayoutEffect, useRef, useState } from 'react'
import { type BlockLayout, layOut, sheetsIn } from './layout.ts'

/** Measures the blocks of a flow, at full scale and before splitting. */
function blocksOf(flow: Element) {
  const start = flow.getBoundingClientRect().top
  return [...flow.querySelectorAll<HTMLElement>('[data-block]')].map((block) => {
    const { top, bottom } = block.getBoundingClientRect()
    return { top: top - start, bottom: bottom - start, stays: block.querySelector('[data-heading]') !== null }
  })
}

/** Waits until the fonts and pictures of the sheets are loaded. */
async function settled(box: HTMLElement) {
  await Promise.allSettled([...box.querySelectorAll('img')].map((picture) => picture.decode()))
  await document.fonts.ready
}

type PrintedPages = {
  parts: readonly unknown[]
  as: string
  /** Height of a sheet's content, in pixels. */
  room: number
  onLaid: (sheets: number | null) => void
}

/**
 * Returns `box`, a ref for the element with the blocks, and `laid`, the layout of the blocks. It is measured
 * on the page once fonts and pictures are loaded, and again when `parts` or `as` (the options) changes;
 * `laid` is null until then. Calls `onLaid` with the number of sheets, or with null while the number isn't
 * known.
 */
export function usePageLayout({ parts, as, room, onLaid }: PrintedPages) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<{ parts: readonly unknown[]; as: string; laid: BlockLayout[][] } | null>(
    null,
  )
  const latestOnLaid = useRef(onLaid)
  useLayoutEffect(() => {
    latestOnLaid.current = onLaid
  })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    let isOver = false
    latestOnLaid.current(null)
    const measure = async () => {
      await settled(element)
      if (isOver) return
      element.dataset['measuring'] = ''
      const laid = [...element.children].map((flow) => layOut(blocksOf(flow), room))
      delete element.dataset['measuring']
      setState({ parts, as, laid })
      latestOnLaid.current(laid.reduce((sum, each) => sum + sheetsIn(each), 0))
    }
    void measure()
    return () => {
      isOver = true
    }
  }, [parts, as, room])
  return { box, laid: state?.parts === parts && state.as === as ? state.laid : null }
}
