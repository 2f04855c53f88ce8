import { z } from 'zod'

/**
 * Rendered content as a tree of plain nodes, made on the server from Markdown and TeX and shown by `ui/Content.tsx` without any HTML text in between.
 * Tags and attributes come from a fixed list.
 */
export type ContentNode = string | { tag: string; attrs?: Record<string, string>; children: ContentNode[] }

/** On the wire the tree is open, because only `server/markup.ts` makes it and its shape is recursive. */
export const Content = z.array(z.custom<ContentNode>())
