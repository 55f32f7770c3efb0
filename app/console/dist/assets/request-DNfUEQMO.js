import{o,I as h,P as g,G as c,g as l,N as y,y as b}from"./data-BQ8TCJzO.js";import{w as d}from"./index-DuPEvLpR.js";const z={og:[1200,630],twitter:[1200,600],linkedin:[1200,627],whatsapp:[800,800],instagram_post:[1080,1080],instagram_story:[1080,1920],pinterest:[1e3,1500],youtube_thumb:[1280,720],email_header:[1200,400]},v=`<style>
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
`,x=`{
  "tag": "div",
  "style": { "display": "flex", "height": "100vh", "box-sizing": "border-box", "padding": "80px", "align-items": "center", "background": "#FEF3C7" },
  "children": [
    { "tag": "h1", "id": "headline", "style": { "font-size": "88px", "color": "#78350F", "font-family": "Inter" }, "text": "The same, as a tree" }
  ]
}
`,f="platen.playground";function O(){const e={source:"html",html:v,css:"",tree:x,template:"social-card",data:`{}
`,sizes:["og"],seed:"",brand:"",overrides:[]};try{return{...e,...JSON.parse(localStorage.getItem(f)??"{}"),overrides:[]}}catch{return e}}function E(e){try{localStorage.setItem(f,JSON.stringify(e))}catch{}}class p extends Error{constructor(a,r){super(`${a} is not JSON: ${r}`),this.tab=a}tab}function m(e,a){try{return JSON.parse(a)}catch(r){throw new p(e,r instanceof Error?r.message:String(r))}}function u(e,a="preview"){const r={operation:a};if(e.source==="html")r.html=e.html,e.css.trim()&&(r.css=e.css);else if(e.source==="tree")r.document=m("tree",e.tree);else{r.template={id:e.template};const s=m("data",e.data.trim()||"{}");Object.keys(s).length>0&&(r.data=s)}return e.overrides.length>0&&(r.overrides=e.overrides),e.brand&&(r.brand_id=e.brand),r.outputs=e.sizes.map(s=>({preset:s})),/^\d+$/.test(e.seed)&&(r.seed=Number(e.seed)),r}function I(e,a=o.PREVIEW){const r=u(e),s=d(c,{operation:a,outputs:e.sizes.map(t=>({preset:g[t.toUpperCase()]})),include:a===o.PREVIEW?[h.LAYOUT_REPORT]:[]});if(e.source==="html")s.source={case:"html",value:e.html},e.css.trim()&&(s.css=e.css);else if(e.source==="tree")try{s.source={case:"document",value:l(y,r.document)}}catch(t){throw new p("tree",t instanceof Error?t.message:String(t))}else s.source={case:"template",value:d(b,{id:e.template})},r.data&&(s.data=r.data);return e.overrides.length>0&&(s.overrides=l(c,{overrides:e.overrides}).overrides),e.brand&&(s.brandId=e.brand),typeof r.seed=="number"&&(s.seed=r.seed),s}function J(e,a){const r=u(e);for(const i of a)S(r,i);const s=r,t={...e,overrides:s.overrides??[]};typeof s.html=="string"&&(t.html=s.html),t.css=typeof s.css=="string"?s.css:"",e.source!=="html"&&(t.css=e.css),s.document!==void 0&&(t.tree=JSON.stringify(s.document,null,2)+`
`),e.source==="template"&&(t.data=JSON.stringify(s.data??{},null,2)+`
`);const n=s.outputs.map(i=>i.preset).filter(i=>typeof i=="string");return n.length>0&&(t.sizes=n),t.seed=typeof s.seed=="number"?String(s.seed):"",t}function S(e,a){const r=a.path.slice(1).split("/").map(n=>n.replaceAll("~1","/").replaceAll("~0","~")),s=r.pop()??"";let t=e;for(const n of r){if(t===null||typeof t!="object")return;(Array.isArray(t)?t[Number(n)]:t[n])===void 0&&a.op==="add"&&!Array.isArray(t)&&(t[n]=n==="overrides"?[]:{}),t=Array.isArray(t)?t[Number(n)]:t[n]}if(Array.isArray(t)){const n=s==="-"?t.length:Number(s);a.op==="remove"?t.splice(n,1):t.splice(n,a.op==="add"?0:1,a.value??null)}else t!==null&&typeof t=="object"&&(a.op==="remove"?delete t[s]:t[s]=a.value??null)}export{p as U,J as a,O as b,S as c,E as k,I as m,u as p,z as s};
