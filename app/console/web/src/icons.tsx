// Line icons on a grid of 24, drawn for the console.
const paths = {
  batch: "M4 5h16M4 10h7M4 15h7M4 20h7M14 10h6v10h-6z",
  files: "M4 6h6l2 2h8v11H4zM4 11h16",
  people: "M9 11a3 3 0 1 1 0-6 3 3 0 0 1 0 6M3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M18 14c2 1 3 3 3 6",
  play: "M4 5h16v14H4zM4 9h16M8 13l2 2-2 2M13 17h4",
  template: "M4 4h16v5H4zM4 12h7v8H4zM14 12h6v8h-6z",
  brand: "M12 3l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6L3.3 9.3l6.1-.7z",
  ai: "M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.5 2.5M15.5 15.5L18 18M18 6l-2.5 2.5M8.5 15.5L6 18",
  job: "M5 4h14M5 20h14M7 4c0 5 5 5 5 8s-5 3-5 8M17 4c0 5-5 5-5 8s5 3 5 8",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  webhook: "M9 8a3 3 0 1 1 4.5 2.6L16 16M15 16a3 3 0 1 1 0 2H8M7 12a3.5 3.5 0 1 0 2 4",
  sign: "M10 14a4 4 0 0 1 0-6l3-3a4 4 0 0 1 6 6l-1.5 1.5M14 10a4 4 0 0 1 0 6l-3 3a4 4 0 0 1-6-6l1.5-1.5",
  approve: "M12 3l8 3v6c0 5-3.5 8-8 9-4.500-1-8-4-8-9V6zM8.500 12l2.500 2.500 4.500-5",
  draft: "M5 4h9l5 5v11H5zM14 4v5h5M9 13h6M9 16.500h4",
  log: "M5 5h14M5 10h14M5 15h9M5 20h6",
  key: "M14 10a4 4 0 1 1-1-2.600L20 14v3h-3v-2h-2l-2-2M9 9h.01",
  usage: "M4 20V4M4 20h16M8 16v-4M12 16V8M16 16v-6",
  audit: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l5 5",
  health: "M3 12h4l3-7 4 14 3-7h4",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14M16 16l4 4",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 12l5 5L19 7",
  plus: "M12 5v14M5 12h14",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  wand: "M4 20L15 9M18 3v4M16 5h4M20 12v3M18.500 13.500h3",
  refresh: "M20 11a8 8 0 1 0-2 6M20 5v6h-6",
  out: "M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.500 1.500M17.500 17.500L19 19M19 5l-1.500 1.500M6.500 17.500L5 19",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7",
  send: "M4 12l16-8-6 16-3-7z",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  back: "M15 5l-7 7 7 7",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
