import{ar as l,v as o,a7 as g,R as b,a5 as i,Y as d,aF as y,aG as O,x as S,a2 as E,M as v}from"./index-Bt0Phk6q.js";const x={og:[1200,630],twitter:[1200,600],linkedin:[1200,627],whatsapp:[800,800],instagram_post:[1080,1080],instagram_story:[1080,1920],pinterest:[1e3,1500],youtube_thumb:[1280,720],email_header:[1200,400]},I={og:"OG",linkedin:"LinkedIn",whatsapp:"WhatsApp",youtube_thumb:"YouTube thumb"},T=e=>I[e]??e.charAt(0).toUpperCase()+e.slice(1).replaceAll("_"," "),N=`<style>
  body { margin: 0; font-family: Inter; color: #fff;
    background: linear-gradient(135deg, #0f172a, #312e81 55%, #6366f1) }
  main { box-sizing: border-box; height: 100vh; padding: 80px;
    display: flex; flex-direction: column; justify-content: center }
  h1 { margin: 0 0 20px; font-size: 92px; line-height: 1.05;
    letter-spacing: -.03em; text-wrap: balance }
  p { margin: 0; font-size: 34px; color: #c7d2fe }
</style>
<main>
  <h1 id="headline">Type here, see the result there</h1>
  <p>The same request gives the same bytes on every machine.</p>
</main>
`,_=`{
  "tag": "div",
  "style": { "display": "flex", "height": "100vh", "box-sizing": "border-box", "padding": "80px", "align-items": "center", "background": "#FEF3C7" },
  "children": [
    { "tag": "h1", "id": "headline", "style": { "font-size": "88px", "color": "#78350F", "font-family": "Inter" }, "text": "The same, as a tree" }
  ]
}
`,p="platen.playground";function A(){const e={source:"html",html:N,css:"",tree:_,template:"social-card",data:`{}
`,sizes:["og"],seed:"",brand:"",overrides:[]};try{return{...e,...JSON.parse(localStorage.getItem(p)??"{}"),overrides:[]}}catch{return e}}function J(e){try{localStorage.setItem(p,JSON.stringify(e))}catch{}}class f extends Error{constructor(a,t){super(`${a} is not JSON: ${t}`),this.tab=a}tab}function m(e,a){try{return JSON.parse(a)}catch(t){throw new f(e,t instanceof Error?t.message:String(t))}}function h(e,a="preview"){const t={operation:a};if(e.source==="html")t.html=e.html,e.css.trim()&&(t.css=e.css);else if(e.source==="tree")t.document=m("tree",e.tree);else{t.template={id:e.template};const s=m("data",e.data.trim()||"{}");Object.keys(s).length>0&&(t.data=s)}return e.overrides.length>0&&(t.overrides=e.overrides),e.brand&&(t.brand_id=e.brand),t.outputs=e.sizes.map(s=>({preset:s})),/^\d+$/.test(e.seed)&&(t.seed=Number(e.seed)),t}function P(e,a=l.PREVIEW){const t=h(e),s=o(i,{operation:a,outputs:e.sizes.map(n=>({preset:b[n.toUpperCase()]})),include:a===l.PREVIEW?[g.LAYOUT_REPORT]:[]});if(e.source==="html")s.source={case:"html",value:e.html},e.css.trim()&&(s.css=e.css);else if(e.source==="tree")try{s.source={case:"document",value:d(y,t.document)}}catch(n){throw new f("tree",n instanceof Error?n.message:String(n))}else s.source={case:"template",value:o(O,{id:e.template})},t.data&&S(s,e.data);return e.overrides.length>0&&(s.overrides=d(i,{overrides:e.overrides}).overrides),e.brand&&(s.brandId=e.brand),typeof t.seed=="number"&&(s.seed=t.seed),s}const u=/^(?:OPERATION|PRESET|OUTPUT_FORMAT|INCLUDE|DIRECTION|ENGINE_CHOICE|DELIVERY_MODE|ON_APPROVAL|MISSING_(?:VARIABLE|GLYPH|IMAGE))_(?=[A-Z0-9_]+$)/;function z(e){const a=t=>Array.isArray(t)?t.map(a):t!==null&&typeof t=="object"?Object.fromEntries(Object.entries(t).map(([s,n])=>[s,["html","css","data","document"].includes(s)?n:a(n)])):typeof t=="string"&&u.test(t)?t.replace(u,"").toLowerCase():t;return a(v(i,e,{useProtoFieldName:!0}))}function C(e){const a=(e.outputs??[]).map(s=>String(s.preset??"")).filter(s=>x[s]),t=e.template;return{...A(),source:t?"template":e.document!==void 0?"tree":"html",html:String(e.html??""),css:String(e.css??""),...e.document!==void 0?{tree:JSON.stringify(e.document,null,2)+`
`}:{},...t?{template:String(t.id)}:{},data:JSON.stringify(e.data??{},null,2)+`
`,sizes:a.length>0?a:["og"],seed:e.seed===void 0?"":String(e.seed),brand:String(e.brand_id??""),overrides:e.overrides??[]}}function L(e,a){const t=h(e);E(t,a);const s=t,n={...e,overrides:s.overrides??[]};typeof s.html=="string"&&(n.html=s.html),n.css=typeof s.css=="string"?s.css:"",e.source!=="html"&&(n.css=e.css),s.document!==void 0&&(n.tree=JSON.stringify(s.document,null,2)+`
`),e.source==="template"&&(n.data=JSON.stringify(s.data??{},null,2)+`
`);const c=s.outputs.map(r=>r.preset).filter(r=>typeof r=="string");return c.length>0&&(n.sizes=c),n.seed=typeof s.seed=="number"?String(s.seed):"",n}export{f as U,L as a,A as b,m as c,J as k,T as l,P as m,h as p,x as s,C as u,z as w};
