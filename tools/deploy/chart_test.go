package deploy

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	apps "k8s.io/api/apps/v1"
	autoscaling "k8s.io/api/autoscaling/v2"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	policy "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

// kinds are the types of the objects that the chart makes; a field that Kubernetes does not have is an error.
var kinds = map[string]func() any{
	"apps/v1 Deployment":                     func() any { return new(apps.Deployment) },
	"autoscaling/v2 HorizontalPodAutoscaler": func() any { return new(autoscaling.HorizontalPodAutoscaler) },
	"policy/v1 PodDisruptionBudget":          func() any { return new(policy.PodDisruptionBudget) },
	"v1 ConfigMap":                           func() any { return new(core.ConfigMap) },
	"v1 Service":                             func() any { return new(core.Service) },
	"v1 ServiceAccount":                      func() any { return new(core.ServiceAccount) },
	"networking.k8s.io/v1 Ingress":           func() any { return new(networking.Ingress) },
	"monitoring.coreos.com/v1 PodMonitor":    func() any { return new(map[string]any) },
}

// required are the values without a default.
var required = map[string]any{"baseURL": "https://images.example.com", "existingSecret": "platen", "blobURL": "s3://images?region=eu-central-1"}

// chartObjects renders the chart with values beside the required ones and returns its objects by kind and name.
func chartObjects(t *testing.T, values map[string]any) (map[string]any, error) {
	t.Helper()
	chart, err := loader.Load(filepath.Join(root, "deploy/helm/platen"))
	if err != nil {
		t.Fatal(err)
	}
	all := maps.Clone(required)
	maps.Copy(all, values)
	merged, err := chartutil.ToRenderValues(chart, all, chartutil.ReleaseOptions{Name: "img", Namespace: "web", IsInstall: true}, chartutil.DefaultCapabilities)
	if err != nil {
		return nil, err
	}
	files, err := engine.Engine{Strict: true}.Render(chart, merged)
	if err != nil {
		return nil, err
	}
	objects := map[string]any{}
	for name, text := range files {
		if strings.HasSuffix(name, ".txt") {
			continue
		}
		for document := range strings.SplitSeq(text, "\n---\n") {
			if strings.TrimSpace(document) == "" {
				continue
			}
			var head struct {
				APIVersion, Kind string
				Metadata         struct{ Name string }
			}
			if err := yaml.Unmarshal([]byte(document), &head); err != nil {
				t.Fatalf("%s: %v\n%s", name, err, document)
			}
			kind := kinds[head.APIVersion+" "+head.Kind]
			if kind == nil {
				t.Fatalf("%s: the test does not know %s %s", name, head.APIVersion, head.Kind)
			}
			object := kind()
			if err := yaml.UnmarshalStrict([]byte(document), object); err != nil {
				t.Errorf("%s: %v\n%s", name, err, document)
			}
			objects[head.Kind+" "+head.Metadata.Name] = object
		}
	}
	return objects, nil
}

func TestChart(t *testing.T) {
	t.Parallel()
	objects, err := chartObjects(t, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"ConfigMap img-platen", "Deployment img-platen-api", "Deployment img-platen-worker", "PodDisruptionBudget img-platen-api",
		"PodDisruptionBudget img-platen-worker", "Service img-platen", "ServiceAccount img-platen"}
	if got := slices.Sorted(maps.Keys(objects)); !slices.Equal(got, want) {
		t.Fatalf("the chart makes %q, want %q", got, want)
	}
	service := objects["Service img-platen"].(*core.Service)
	for name, args := range map[string][]string{"api": {"serve", "--role", "api"}, "worker": {"worker"}} {
		d := objects["Deployment img-platen-"+name].(*apps.Deployment)
		pod := d.Spec.Template
		c := pod.Spec.Containers[0]
		if !slices.Equal(c.Args, args) || c.Image != "platenhq/platen:0.1.0" || *d.Spec.Replicas != 2 {
			t.Errorf("%s runs %s %q with %d replicas", name, c.Image, c.Args, *d.Spec.Replicas)
		}
		if s := c.SecurityContext; !*s.ReadOnlyRootFilesystem || *s.AllowPrivilegeEscalation || !*pod.Spec.SecurityContext.RunAsNonRoot {
			t.Errorf("%s: %+v", name, s)
		}
		for key, value := range d.Spec.Selector.MatchLabels {
			if pod.Labels[key] != value {
				t.Errorf("%s selects %s=%s, its pods have %q", name, key, value, pod.Labels[key])
			}
		}
		selected := true
		for key, value := range service.Spec.Selector {
			selected = selected && pod.Labels[key] == value
		}
		if selected != (name == "api") {
			t.Errorf("the service selects %s: %t", name, selected)
		}
	}
	if env := objects["ConfigMap img-platen"].(*core.ConfigMap).Data; env["PLATEN_BLOB_URL"] != "s3://images?region=eu-central-1" || env["PLATEN_ENV"] != "production" {
		t.Errorf("the settings are %v", env)
	}
}

func TestChartOptions(t *testing.T) {
	t.Parallel()
	objects, err := chartObjects(t, map[string]any{
		"settings":       map[string]any{"PLATEN_LOG_LEVEL": "debug", "PLATEN_WORKERS_NATIVE": 4},
		"trustedProxies": []any{"10.0.0.0/8", "192.168.0.0/16"},
		"image":          map[string]any{"tag": "1.2.3-slim"},
		"api":            map[string]any{"autoscaling": map[string]any{"enabled": true}},
		"worker":         map[string]any{"affinity": map[string]any{"podAntiAffinity": map[string]any{}}, "tolerations": []any{map[string]any{"key": "render", "operator": "Exists"}}, "nodeSelector": map[string]any{"pool": "render"}},
		"ingress":        map[string]any{"enabled": true, "host": "images.example.com", "tlsSecret": "tls", "className": "nginx"},
		"metrics":        map[string]any{"podMonitor": map[string]any{"enabled": true}},
	})
	if err != nil {
		t.Fatal(err)
	}
	env := objects["ConfigMap img-platen"].(*core.ConfigMap).Data
	if env["PLATEN_WORKERS_NATIVE"] != "4" || env["PLATEN_TRUSTED_PROXIES"] != "10.0.0.0/8,192.168.0.0/16" {
		t.Errorf("the settings are %v", env)
	}
	api, worker := objects["Deployment img-platen-api"].(*apps.Deployment), objects["Deployment img-platen-worker"].(*apps.Deployment)
	if api.Spec.Replicas != nil || api.Spec.Template.Spec.Containers[0].Image != "platenhq/platen:1.2.3-slim" || worker.Spec.Template.Spec.Affinity == nil {
		t.Errorf("api %+v, worker %+v", api.Spec, worker.Spec)
	}
	for _, name := range []string{"HorizontalPodAutoscaler img-platen-api", "Ingress img-platen", "PodMonitor img-platen"} {
		if objects[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestChartRejectsBadValues checks that the schema of the values rejects values with which nothing would start.
func TestChartRejectsBadValues(t *testing.T) {
	t.Parallel()
	for name, values := range map[string]map[string]any{
		"no base URL":          {"baseURL": ""},
		"a base URL with path": {"baseURL": "https://example.com/images"},
		"no secret":            {"existingSecret": ""},
		"files on a disk":      {"blobURL": "file:///data"},
		"half a replica":       {"api": map[string]any{"replicas": 0.5}},
		"a misspelt setting":   {"settings": map[string]any{"platen_log_level": "debug"}},
		"ingress without host": {"ingress": map[string]any{"enabled": true}},
	} {
		if _, err := chartObjects(t, values); err == nil {
			t.Errorf("%s: the chart takes it", name)
		}
	}
}
