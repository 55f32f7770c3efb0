import{n as c,I as g,P as y,G as l,f as o,N as b,y as v}from"./data-CMaAKtrx.js";import{N as d,t as S}from"./index-wQOYnwyM.js";const A={og:[1200,630],twitter:[1200,600],linkedin:[1200,627],whatsapp:[800,800],instagram_post:[1080,1080],instagram_story:[1080,1920],pinterest:[1e3,1500],youtube_thumb:[1280,720],email_header:[1200,400]},O={og:"OG",linkedin:"LinkedIn",whatsapp:"WhatsApp",youtube_thumb:"YouTube thumb"},T=e=>O[e]??e.charAt(0).toUpperCase()+e.slice(1).replaceAll("_"," "),E=`<style>
  body { margin: 0; font-family: Inter; color: #fff;
    background: linear-gradient(135deg, #0f172a, #312e81 55%, #6366f1) }
  main { box-sizing: border-box; height: 100vh; padding: 80px;
    display: flex; flex-direction: column; justify-content: center }
  h1 { margin: 0 0 20px; font-size: 92px; line-height: 1.05;
    letter-spacing: -.03em; text-wrap: balance }
  p { margin: 0; font-size: 34px; color: #c7d2fe }
</style>
<main>
  <h1 id="headline">Type here, see it there</h1>
  <p>The same request gives the same bytes on every machine.</p>
</main>
`,N=`{
  "tag": "div",
  "style": { "display": "flex", "height": "100vh", "box-sizing": "border-box", "padding": "80px", "align-items": "center", "background": "#FEF3C7" },
  "children": [
    { "tag": "h1", "id": "headline", "style": { "font-size": "88px", "color": "#78350F", "font-family": "Inter" }, "text": "The same, as a tree" }
  ]
}
`,p="platen.playground";function I(){const e={source:"html",html:E,css:"",tree:N,template:"social-card",data:`{}
`,sizes:["og"],seed:"",brand:"",overrides:[]};try{return{...e,...JSON.parse(localStorage.getItem(p)??"{}"),overrides:[]}}catch{return e}}function P(e){try{localStorage.setItem(p,JSON.stringify(e))}catch{}}class f extends Error{constructor(n,t){super(`${n} is not JSON: ${t}`),this.tab=n}tab}function u(e,n){try{return JSON.parse(n)}catch(t){throw new f(e,t instanceof Error?t.message:String(t))}}function h(e,n="preview"){const t={operation:n};if(e.source==="html")t.html=e.html,e.css.trim()&&(t.css=e.css);else if(e.source==="tree")t.document=u("tree",e.tree);else{t.template={id:e.template};const s=u("data",e.data.trim()||"{}");Object.keys(s).length>0&&(t.data=s)}return e.overrides.length>0&&(t.overrides=e.overrides),e.brand&&(t.brand_id=e.brand),t.outputs=e.sizes.map(s=>({preset:s})),/^\d+$/.test(e.seed)&&(t.seed=Number(e.seed)),t}function J(e,n=c.PREVIEW){const t=h(e),s=d(l,{operation:n,outputs:e.sizes.map(r=>({preset:y[r.toUpperCase()]})),include:n===c.PREVIEW?[g.LAYOUT_REPORT]:[]});if(e.source==="html")s.source={case:"html",value:e.html},e.css.trim()&&(s.css=e.css);else if(e.source==="tree")try{s.source={case:"document",value:o(b,t.document)}}catch(r){throw new f("tree",r instanceof Error?r.message:String(r))}else s.source={case:"template",value:d(v,{id:e.template})},t.data&&(s.data=t.data);return e.overrides.length>0&&(s.overrides=o(l,{overrides:e.overrides}).overrides),e.brand&&(s.brandId=e.brand),typeof t.seed=="number"&&(s.seed=t.seed),s}const m=/^(?:OPERATION|PRESET|OUTPUT_FORMAT|INCLUDE|DIRECTION|ENGINE_CHOICE|DELIVERY_MODE|ON_APPROVAL|MISSING_(?:VARIABLE|GLYPH|IMAGE))_(?=[A-Z0-9_]+$)/;function z(e){const n=t=>Array.isArray(t)?t.map(n):t!==null&&typeof t=="object"?Object.fromEntries(Object.entries(t).map(([s,r])=>[s,["html","css","data","document"].includes(s)?r:n(r)])):typeof t=="string"&&m.test(t)?t.replace(m,"").toLowerCase():t;return n(S(l,e,{useProtoFieldName:!0}))}function C(e){const n=(e.outputs??[]).map(s=>String(s.preset??"")).filter(s=>A[s]),t=e.template;return{...I(),source:t?"template":e.document!==void 0?"tree":"html",html:String(e.html??""),css:String(e.css??""),...e.document!==void 0?{tree:JSON.stringify(e.document,null,2)+`
`}:{},...t?{template:String(t.id)}:{},data:JSON.stringify(e.data??{},null,2)+`
`,sizes:n.length>0?n:["og"],seed:e.seed===void 0?"":String(e.seed),brand:String(e.brand_id??""),overrides:e.overrides??[]}}function L(e,n){const t=h(e);for(const i of n)x(t,i);const s=t,r={...e,overrides:s.overrides??[]};typeof s.html=="string"&&(r.html=s.html),r.css=typeof s.css=="string"?s.css:"",e.source!=="html"&&(r.css=e.css),s.document!==void 0&&(r.tree=JSON.stringify(s.document,null,2)+`
`),e.source==="template"&&(r.data=JSON.stringify(s.data??{},null,2)+`
`);const a=s.outputs.map(i=>i.preset).filter(i=>typeof i=="string");return a.length>0&&(r.sizes=a),r.seed=typeof s.seed=="number"?String(s.seed):"",r}function x(e,n){const t=n.path.slice(1).split("/").map(a=>a.replaceAll("~1","/").replaceAll("~0","~")),s=t.pop()??"";let r=e;for(const a of t){if(r===null||typeof r!="object")return;(Array.isArray(r)?r[Number(a)]:r[a])===void 0&&n.op==="add"&&!Array.isArray(r)&&(r[a]=a==="overrides"?[]:{}),r=Array.isArray(r)?r[Number(a)]:r[a]}if(Array.isArray(r)){const a=s==="-"?r.length:Number(s);n.op==="remove"?r.splice(a,1):r.splice(a,n.op==="add"?0:1,n.value??null)}else r!==null&&typeof r=="object"&&(n.op==="remove"?delete r[s]:r[s]=n.value??null)}export{f as U,L as a,I as b,x as c,u as d,P as k,T as l,J as m,h as p,A as s,C as u,z as w};
