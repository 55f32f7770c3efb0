export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
  telemetry: false,
  // Platen's module comes first: it draws the components of nuxt-og-image that are named *.takumi.vue.
  modules: ["@platenhq/platen/nuxt", "nuxt-og-image"],
  site: { url: "https://example.com", name: "Example" },
  routeRules: { "/prerendered": { prerender: true } },
});
